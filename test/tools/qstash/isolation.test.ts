import { expect, test } from 'vitest'
import { startSink } from './sink.ts'
import { gate, makeQstash } from './world.ts'

test('no more attempts are under way at once than the limit', async () => {
  const { client, sink, qstash } = await makeQstash({ inFlight: 5 })
  const held = gate(sink, '/slow')
  await client.batch(Array.from({ length: 50 }, () => ({ url: sink.at('/slow') })))
  await sink.until('/slow', 5)
  held.open()
  await qstash.idle()
  expect([sink.received().length, held.most()]).toEqual([50, 5])
})

test('a destination that hangs delays another by no more than a second or so', async () => {
  const { client, sink } = await makeQstash({ inFlight: 5 })
  const hanging = await startSink()
  hanging.answer('/hang', () => ({ hang: true }))
  await client.batch(
    Array.from({ length: 50 }, () => ({ url: hanging.at('/hang'), timeout: '2s', retries: 0 })),
  )
  await hanging.until('/hang', 5)
  const start = performance.now()
  await client.batch(Array.from({ length: 50 }, () => ({ url: sink.at('/quick') })))
  await sink.until('/quick', 50)
  expect(performance.now() - start).toBeLessThan(1800)
  expect(hanging.received()).toHaveLength(5)
  await hanging.close()
})

test('a backlog for one destination does not go before the messages of another', async () => {
  const { client, sink } = await makeQstash({ inFlight: 2 })
  const busy = await startSink()
  busy.answer('/busy', () => new Promise(done => setTimeout(() => done({}), 10)))
  await client.batch(Array.from({ length: 200 }, () => ({ url: busy.at('/busy') })))
  await client.publish({ url: sink.at('/late') })
  await sink.until('/late', 1)
  expect(busy.received().length).toBeLessThan(50)
  await busy.close()
})

test('nothing is sent while the server is held, and all of it after the release', async () => {
  const { client, sink, qstash } = await makeQstash({ held: true })
  await client.publish({ url: sink.at('/held') })
  await new Promise(done => setTimeout(done, 50))
  expect(sink.received()).toEqual([])
  qstash.release()
  await sink.until('/held', 1)
  const slow = gate(sink, '/slow')
  await client.publish({ url: sink.at('/slow') })
  await sink.until('/slow', 1)
  let isHeld = false
  const held = qstash.hold().then(() => {
    isHeld = true
  })
  await client.publish({ url: sink.at('/after') })
  await new Promise(done => setTimeout(done, 50))
  expect(isHeld).toBe(false)
  slow.open()
  await held
  expect(sink.received('/after')).toEqual([])
})
