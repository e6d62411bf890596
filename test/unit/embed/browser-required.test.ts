import { expect, test } from 'vitest'
import { requiresBrowser } from '../../browser/support/required.ts'

test.each([
  [{ ROUNDS: 'quick' }, false],
  [{ ROUNDS: 'all' }, true],
  [{ ROUNDS: 'all', WITHOUT_BROWSER: '' }, true],
  [{ ROUNDS: 'all', WITHOUT_BROWSER: '1' }, false],
])('with %o a missing Chromium is a failure: %s', (env, expected) => {
  expect(requiresBrowser(env)).toBe(expected)
})
