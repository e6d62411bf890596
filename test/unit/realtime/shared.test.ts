// What the objects share.
import { expect, test } from 'vitest'
import { Alarm } from '../../../src/realtime/alarm.ts'
import { Exclusive } from '../../../src/realtime/exclusive.ts'

function alarm(stored: number | null = null) {
  const times: number[] = []
  const made = new Alarm({
    getAlarm: () => Promise.resolve(stored),
    setAlarm: time => Promise.resolve(void times.push(time)),
  })
  return { made, times }
}

test('an alarm runs at the earliest time for which it was requested', () => {
  const { made, times } = alarm()
  for (const time of [300, 500, 200, 200]) made.before(time)
  expect(times).toEqual([300, 200])
  made.started()
  made.before(500)
  expect(times).toEqual([300, 200, 500])
})

test('an alarm that was stored before the object slept stays, unless it is requested earlier', async () => {
  const { made, times } = alarm(300)
  await made.read()
  made.before(400)
  expect(times).toEqual([])
  made.before(200)
  expect(times).toEqual([200])
})

test('exclusive work does not run twice at once, and runs again after it has failed', async () => {
  const exclusive = new Exclusive()
  const [runs, failures]: [PromiseWithResolvers<void>[], unknown[]] = [[], []]
  const run = () =>
    exclusive.run(
      () => {
        const result = Promise.withResolvers<void>()
        runs.push(result)
        return result.promise
      },
      error => failures.push(error),
    )
  const first = run()
  await run()
  expect(runs).toHaveLength(1)
  runs[0]?.reject('down')
  await first
  expect(failures).toEqual(['down'])
  void run()
  expect(runs).toHaveLength(2)
})
