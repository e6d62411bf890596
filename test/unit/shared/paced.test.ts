// The batches of background work: their sizes follow from their times.
import { expect, test } from 'vitest'
import { nextSize, paced } from '../../../src/shared/paced.ts'

const bounds = { least: 5, most: 25 }

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
  const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  await runBatch(async size => void sizes.push(size))
  await runBatch(async size => {
    sizes.push(size)
    await wait(100)
  })
  await runBatch(async size => void sizes.push(size))
  expect(sizes).toEqual([5, 10, 5])
  expect(performance.now() - startedAt).toBeGreaterThan(190) // the batch of 100 ms, and as long a pause
})

test('a batch that fails is not followed by a pause, and its error is thrown', async () => {
  await expect(paced(bounds)(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})
