// The batches of background work: their sizes follow from their times.
import { afterEach, expect, test, vi } from 'vitest'
import { nextSize, paced } from '../../../src/shared/paced.ts'

const bounds = { least: 5, most: 25 }

afterEach(() => vi.restoreAllMocks())

test.each([
  ['doubles after a batch that took no time', 5, 0, 10],
  ['at most doubles', 10, 1, 20],
  ['stays after a batch of 25 ms', 12, 25, 12],
  ['halves after a batch of 50 ms', 20, 50, 10],
  ['is never above the maximum', 25, 5, 25],
  ['is never below the minimum', 10, 5000, 5],
])('the size of the next batch %s', (_, size, tookMs, next) => {
  expect(nextSize(size, tookMs, bounds)).toBe(next)
})

test('each batch has the size that the one before allows, and is followed by a pause', async () => {
  const runBatch = paced(bounds)
  const sizes: number[] = []
  const startedAt = performance.now()
  // The batches take the time that the test says, on a busy machine, too.
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  await runBatch(async size => void sizes.push(size))
  await runBatch(size => {
    sizes.push(size)
    now += 100
    return Promise.resolve()
  })
  await runBatch(async size => void sizes.push(size))
  expect(sizes).toEqual([5, 10, 5])
  expect(performance.now() - startedAt).toBeGreaterThan(95) // the pause of 100 ms
})

test('a batch that fails is not followed by a pause, and its error is thrown', async () => {
  await expect(paced(bounds)(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})
