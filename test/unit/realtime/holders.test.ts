// The calls of an account to the objects that hold its connections.
import { expect, test } from 'vitest'
import { Holders } from '../../../src/realtime/account/holders.ts'
import { microtasks, moments } from '../../support/microtasks.ts'
import { sqlStorage } from '../../support/sql-storage.ts'

/** An account with these shards, and the calls to them, which a test completes. */
function scene(...shards: string[]) {
  const calls: { name: string; result: PromiseWithResolvers<boolean> }[] = []
  const { sql } = sqlStorage()
  const failures: unknown[] = []
  const holders = new Holders(sql, {
    verify: ({ name }) => {
      const result = Promise.withResolvers<boolean>()
      calls.push({ name, result })
      return result.promise
    },
    failed: error => failures.push(error),
  })
  const register = (name: string) => holders.register('AC1', { kind: 'shard', name })
  for (const name of shards) register(name)
  /** Tokens have ended. */
  const end = () => {
    holders.ended()
    return holders.verifyAll()
  }
  /** Completes a call. */
  const complete = async (at: number, answer: boolean | Error = true) => {
    if (answer instanceof Error) calls[at]?.result.reject(answer)
    else calls[at]?.result.resolve(answer)
    await new Promise(setImmediate)
  }
  return { holders, register, end, complete, failures, called: () => calls.map(({ name }) => name) }
}

test('a token that ends after others have ended at the same time is verified', async () => {
  const { end, complete, called } = scene('a')
  const ends = [end(), end()]
  for (const at of [0, 1]) await complete(at)
  expect(await Promise.all(ends)).toEqual([true, true])
  const before = called().length
  void end()
  expect(called().slice(before)).toEqual(['a'])
})

test('tokens that end at once are two calls to a holder, and each end waits for a call that began after it', async () => {
  const { end, complete, called } = scene('a')
  const settled: number[] = []
  const ends = Array.from({ length: 100 }, async (_, at) => {
    await end()
    settled.push(at)
  })
  expect(called()).toEqual(['a'])
  await complete(0)
  expect([called().length, settled]).toEqual([2, []])
  await complete(1)
  await Promise.all(ends)
  expect([called().length, settled.length]).toEqual([2, 100])
})

test.each(moments)(
  'a token that ends %i microtasks after the answer of a holder is verified',
  async count => {
    const { end, complete, called } = scene('a')
    const first = end()
    const completed = complete(0)
    await microtasks(count)
    const second = end()
    await completed
    expect(called()).toEqual(['a', 'a'])
    await complete(1)
    expect(await Promise.all([first, second])).toEqual([true, true])
    expect(called()).toHaveLength(2)
  },
)

test('a holder that does not answer does not delay another one', async () => {
  const { end, complete, called } = scene('slow', 'fast')
  void end()
  await complete(1)
  void end()
  expect(called()).toEqual(['slow', 'fast', 'fast'])
})

test('a call that fails is repeated, also for the ends meanwhile', async () => {
  const { holders, end, complete, failures, called } = scene('a')
  const ends = [end(), end()]
  await complete(0, new Error('unavailable'))
  expect(await Promise.all(ends)).toEqual([false, false])
  expect(failures).toHaveLength(1)
  const repeated = holders.verifyAll()
  await complete(1)
  expect([await repeated, called().length]).toEqual([true, 2])
  expect(await holders.verifyAll()).toBe(true)
  expect(called()).toHaveLength(2)
})

test('a holder without connections is forgotten, unless it registers meanwhile', async () => {
  const { register, end, complete, called } = scene('a', 'b')
  void end()
  expect(register('b')).toBe(false)
  await complete(0, false)
  await complete(1, false)
  expect(register('a')).toBe(true)
  void end()
  expect(called().slice(2).toSorted()).toEqual(['a', 'b'])
})
