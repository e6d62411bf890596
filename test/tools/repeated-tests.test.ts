// Tests that are repeated after a time limit, and how the output names them.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { repeatedOnce } from '../browser/support/retry.ts'
import { inTime, late, repeatedIfLate, withinASecond } from '../support/late.ts'
import { repeatedOf } from '../support/summary.ts'

const messageOf = (run: () => void): string => {
  try {
    run()
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}
const tooLate = messageOf(() => inTime(5001, 5000))

test('the output names the tests that were repeated, and no others', () => {
  const tried = (fullName: string, retryCount?: number) => ({
    fullName,
    diagnostic: () => (retryCount === undefined ? undefined : { retryCount }),
  })
  expect(repeatedOf([tried('a > first', 0), tried('a > second', 1), tried('skipped')])).toEqual([
    'Repeated after a time limit: a > second',
  ])
})

test.each([
  ['locator.waitFor: Timeout 60000ms exceeded.\nCall log:\n  - waiting for locator', true],
  ['page.waitForEvent: Timeout 60000ms exceeded while waiting for event "request"', true],
  [tooLate, true],
  ["expected 'Timeout 5ms exceeded' to be 'done'", false],
  ['Test timed out in 120000ms.', false],
  ['page.goto: net::ERR_CONNECTION_REFUSED', false],
])('a test in a browser that fails with %j is repeated: %s', (message, isRepeated) => {
  expect(repeatedOnce.retry.condition.test(message)).toBe(isRepeated)
})

test('a test with a limit of real time is repeated when it was late, and not after another failure', async () => {
  const { condition } = repeatedIfLate.retry
  expect(messageOf(() => inTime(5000, 5000))).toBe('')
  for (const message of [tooLate, messageOf(() => late('An event.'))]) expect(message).toMatch(condition)
  expect('expected 3500 to be null').not.toMatch(condition)
  expect(await withinASecond(Promise.resolve('closed'))).toBe('closed')
  await expect(withinASecond(sleep(1100, 'closed'))).rejects.toThrow(condition)
})
