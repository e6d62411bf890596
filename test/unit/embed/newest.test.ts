// Reads of the pages whose responses arrive in another order.

import { expect, test } from 'vitest'
import { newestOf } from '../../../src/embed/pages/shared/newest.ts'

/** Two reads that have started, each with the function that responds to it. */
function reads() {
  const newest = newestOf()
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const responses = [first, second].map(({ promise }) => newest.read(() => promise))
  return { newest, first, second, responses }
}

test('the response to an earlier read is not returned after that to a later one', async () => {
  const { first, second, responses } = reads()
  second.resolve('second')
  expect(await responses[1]).toBe('second')
  first.resolve('first')
  expect(await responses[0]).toBeUndefined()
})

test('responses in the order of their reads are all returned', async () => {
  const { first, second, responses } = reads()
  first.resolve('first')
  expect(await responses[0]).toBe('first')
  second.resolve('second')
  expect(await responses[1]).toBe('second')
})

test('a read that failed makes no earlier one old', async () => {
  const { first, second, responses } = reads()
  second.reject(new Error('unreachable'))
  await expect(responses[1]).rejects.toThrow('unreachable')
  first.resolve('first')
  expect(await responses[0]).toBe('first')
})

test('the response of an action overtakes the reads that have started, not those that begin later', async () => {
  const { newest, first, responses } = reads()
  newest.overtake()
  first.resolve('first')
  expect(await responses[0]).toBeUndefined()
  expect(await newest.read(() => Promise.resolve('later'))).toBe('later')
})
