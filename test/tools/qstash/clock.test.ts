import { expect, test } from 'vitest'
import { realClock, virtualClock } from '../../../tools/qstash/clock.ts'
import { makeQstash } from './world.ts'

test('a virtual clock runs timers in the order of their times, each at its time, and waits for each', async () => {
  const clock = virtualClock(1000)
  const seen: string[] = []
  const note = (name: string) => async () => {
    await new Promise(done => setImmediate(done))
    seen.push(`${name} ${clock.now()}`)
  }
  clock.after(300, note('late'))
  clock.after(100, note('first'))
  clock.after(100, note('second'))
  clock.after(200, () => {
    clock.after(50, note('nested'))
  })
  const cancel = clock.after(150, note('cancelled'))
  cancel()
  await clock.advance(260)
  expect(seen).toEqual(['first 1100', 'second 1100', 'nested 1250'])
  expect(clock.now()).toBe(1260)
  expect(await clock.advanceToNext()).toBe(true)
  expect([seen.at(-1), await clock.advanceToNext()]).toEqual(['late 1300', false])
})

test('the real clock runs a timer after its time, unless it is cancelled', async () => {
  let cancelled = true
  realClock.after(1, () => {
    cancelled = false
  })()
  const start = performance.now()
  await new Promise<void>(done => realClock.after(20, done))
  expect(performance.now() - start).toBeGreaterThan(18)
  expect(cancelled).toBe(true)
})

type Moved = { now: number; moved: boolean }

test('the clock of a server is advanced by so much, or to what is due next', async () => {
  const { client, sink, clock, read } = await makeQstash()
  const start = clock.now()
  await client.publish({ url: sink.at('/in-an-hour'), delay: '1h' })
  await client.publish({ url: sink.at('/in-a-day'), delay: '1d' })
  const advanced = await read<Moved>('POST', '/__test/advance', { ms: 60_000 })
  expect([advanced.now - start, sink.received().length]).toEqual([60_000, 0])
  for (const expected of [3_600_000, 86_400_000]) {
    const { now, moved } = await read<Moved>('POST', '/__test/advance')
    expect([now - start, moved]).toEqual([expected, true])
  }
  expect(sink.received().map(({ path }) => path)).toEqual(['/in-an-hour', '/in-a-day'])
  expect(await read('POST', '/__test/advance')).toMatchObject({ moved: false })
})

test('a real clock cannot be advanced, and without controls there is nothing to advance', async () => {
  const real = await makeQstash({ clock: realClock })
  expect((await real.call('POST', '/__test/advance', { body: { ms: 1 } })).status).toBe(409)
  const plain = await makeQstash({ controls: false })
  expect((await plain.call('POST', '/__test/advance', { body: { ms: 1 } })).status).toBe(404)
})

test('by the real clock a delayed message and a retry come by themselves', async () => {
  const { client, sink } = await makeQstash({ clock: realClock })
  sink.answer('/real', (_, count) => ({ status: count === 1 ? 500 : 200 }))
  await client.publish({ url: sink.at('/real'), delay: 1, retryDelay: '50' })
  const start = performance.now()
  await sink.until('/real', 2)
  expect(performance.now() - start).toBeGreaterThan(900)
})
