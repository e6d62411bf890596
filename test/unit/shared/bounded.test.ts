// A bound on simultaneous work, with a short queue.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency } from '../../../src/shared/crypto/concurrency-limit.ts'
import { hashPassword } from '../../../src/shared/crypto/password.ts'
import { Problem } from '../../../src/shared/problems/problem.ts'

/** Work that records how many calls run at once. */
function counted() {
  let running = 0
  const seen = { most: 0, done: [] as number[] }
  const work = (id: number) => async () => {
    running += 1
    seen.most = Math.max(seen.most, running)
    await sleep(20)
    running -= 1
    seen.done.push(id)
  }
  return { work, seen }
}

const codeOf = (error: unknown) =>
  error instanceof Problem ? [error.code, error.headers['retry-after']] : error

test('two run at once, the queue continues in order, and further work is refused as too_busy', async () => {
  const withinLimit = limitConcurrency({ maxRunning: 2, maxWaiting: 8 })
  const { work, seen } = counted()
  const ended = await Promise.allSettled(Array.from({ length: 40 }, (_, id) => withinLimit(work(id))))
  const refused = ended.flatMap(each => (each.status === 'rejected' ? [codeOf(each.reason)] : []))
  expect(seen.most).toBe(2)
  expect(seen.done).toEqual(Array.from({ length: 10 }, (_, id) => id))
  expect(refused).toEqual(Array(30).fill(['too_busy', '1']))
})

test('failed work releases its place', async () => {
  const withinLimit = limitConcurrency({ maxRunning: 1, maxWaiting: 1 })
  for (let n = 0; n < 3; n += 1)
    await expect(withinLimit(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await withinLimit(async () => 'done')).toBe('done')
})

test('passwords are hashed within such bounds', async () => {
  const ended = await Promise.allSettled(Array.from({ length: 40 }, () => hashPassword('a password', 10)))
  const refused = ended.flatMap(each => (each.status === 'rejected' ? [codeOf(each.reason)] : []))
  expect(refused).toEqual(Array(28).fill(['too_busy', '1']))
})
