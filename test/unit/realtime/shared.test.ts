// What the objects share.
import { expect, test } from 'vitest'
import { Alarm } from '../../../src/realtime/alarm.ts'
import { Chains } from '../../../src/realtime/chains.ts'
import { Exclusive } from '../../../src/realtime/exclusive.ts'
import { SharedCalls } from '../../../src/realtime/shared-calls.ts'

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

/** Exclusive work, whose runs a test completes. */
function exclusiveWork() {
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
  return { run, runs, failures }
}

test('exclusive work does not run twice at once: calls meanwhile make it run once more', async () => {
  const { run, runs } = exclusiveWork()
  const first = run()
  await Promise.all([run(), run()])
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await new Promise(setImmediate)
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await first
  expect(runs).toHaveLength(2)
})

test('exclusive work that fails does not run once more, and runs again at the next call', async () => {
  const { run, runs, failures } = exclusiveWork()
  const first = run()
  await run()
  runs[0]?.reject('down')
  await first
  expect([runs.length, failures]).toEqual([1, ['down']])
  const second = run()
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await second
  expect(runs).toHaveLength(2)
})

test('exclusive work of one key does not stop that of another', () => {
  const exclusive = new Exclusive()
  const ran: string[] = []
  const run = (key: string) =>
    exclusive.run(
      () => {
        ran.push(key)
        return new Promise(() => {})
      },
      () => {},
      key,
    )
  for (const key of ['a', 'b', 'a']) void run(key)
  expect(ran).toEqual(['a', 'b'])
})

test('the work of a key runs in order, also after a failure, and that of others concurrently', async () => {
  const chains = new Chains()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = chains.run(async () => {
    await gate.promise
    throw new Error('failed')
  }, 'a')
  const failed = expect(first).rejects.toThrow('failed')
  const second = chains.run(() => Promise.resolve(done.push('a')), 'a')
  await chains.run(() => Promise.resolve(done.push('b')), 'b')
  gate.resolve()
  await Promise.all([failed, second])
  expect(done).toEqual(['b', 'a'])
})

test('a call that is shared ends with the one in progress, and the next one after its end or its failure is new', async () => {
  const shared = new SharedCalls<string>()
  const calls: PromiseWithResolvers<string>[] = []
  const run = (key?: string) =>
    shared.run(() => {
      const call = Promise.withResolvers<string>()
      calls.push(call)
      return call.promise
    }, key)
  const both = [run(), run()]
  void run('other')
  expect(calls).toHaveLength(2)
  calls[0]?.resolve('done')
  expect(await Promise.all(both)).toEqual(['done', 'done'])
  expect(shared.inProgress()).toBeUndefined()
  expect(shared.inProgress('other')).toBeDefined()
  const failing = [run(), run()]
  calls[2]?.reject('down')
  expect(await Promise.allSettled(failing)).toMatchObject([{ reason: 'down' }, { reason: 'down' }])
  void run()
  expect(calls).toHaveLength(4)
})
