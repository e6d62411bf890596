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

test('with the real clock, a delayed message and a retry are sent at their times', async () => {
  const { client, sink } = await makeQstash({ clock: realClock })
  sink.answer('/real', (_, count) => ({ status: count === 1 ? 500 : 200 }))
  const start = performance.now()
  await client.publish({ url: sink.at('/real'), delay: 1, retryDelay: '50' })
  await sink.until('/real', 2)
  // 1000 and 50 ms, less what a correction of the machine's clock may take away.
  expect(performance.now() - start).toBeGreaterThan(1040)
})
