import { expect, test } from 'vitest'
import { gate, makeQstash } from './world.ts'

test('no more attempts are in flight at once than the limit', async () => {
  const { client, sink, qstash } = await makeQstash({ maxInFlight: 5 })
  const slow = gate(sink, '/slow')
  await client.batch(Array.from({ length: 50 }, () => ({ url: sink.at('/slow') })))
  await sink.until('/slow', 5)
  slow.open()
  await qstash.idle()
  expect([sink.received().length, slow.most()]).toEqual([50, 5])
})

test('a backlog of one flow control key does not block the messages of another', async () => {
  const { client, sink } = await makeQstash({ maxInFlight: 2 })
  sink.answer('/busy', () => new Promise(done => setTimeout(() => done({}), 10)))
  const flowControl = (key: string) => ({ key, parallelism: 20 })
  await client.batch(
    Array.from({ length: 200 }, () => ({ url: sink.at('/busy'), flowControl: flowControl('busy') })),
  )
  await client.publish({ url: sink.at('/late'), flowControl: flowControl('late') })
  await sink.until('/late', 1)
  expect(sink.received('/busy').length).toBeLessThan(50)
})

test('a paused server sends nothing, and sends everything after it is resumed', async () => {
  const { client, sink, qstash } = await makeQstash({ isPaused: true })
  await client.publish({ url: sink.at('/paused') })
  await new Promise(done => setTimeout(done, 50))
  expect(sink.received()).toEqual([])
  qstash.resume()
  await sink.until('/paused', 1)
  const slow = gate(sink, '/slow')
  await client.publish({ url: sink.at('/slow') })
  await sink.until('/slow', 1)
  let isPaused = false
  const pausing = qstash.pause().then(() => {
    isPaused = true
  })
  await client.publish({ url: sink.at('/after') })
  await new Promise(done => setTimeout(done, 50))
  expect(isPaused).toBe(false)
  slow.open()
  await pausing
  expect(sink.received('/after')).toEqual([])
})
