import { expect, test } from 'vitest'
import { parseDuration, parseGoDuration } from '../../../tools/qstash/duration.ts'

test.each([
  ['50s', 50_000],
  ['2m', 120_000],
  ['1h', 3_600_000],
  ['1d10h30m', 124_200_000],
  ['0s', 0],
])('a delay of %s is %i ms', (text, ms) => expect(parseDuration(text)).toBe(ms))

test.each(['', '50', '1.5s', '-1s', '1 s', '1w', '10ms', 's'])('%j is no delay', text =>
  expect(parseDuration(text)).toBeUndefined(),
)

test.each([
  ['6m5s', 365_000],
  ['1.5h', 5_400_000],
  ['.5s', 500],
  ['250ms', 250],
  ['1h0m0.25s', 3_600_250],
  ['2000us', 2],
  ['2000µs', 2],
  ['3000000ns', 3],
  ['0', 0],
])('a duration of Go, %s, is %d ms', (text, ms) => expect(parseGoDuration(text)).toBeCloseTo(ms, 9))

test.each(['', '1', '1d', '1 s', 's', '-1s', '1s2'])('%j is no duration of Go', text =>
  expect(parseGoDuration(text)).toBeUndefined(),
)
