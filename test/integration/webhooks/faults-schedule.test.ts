import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultBaseMs, delayAfter, retryAfterMs } from '../../../src/platform/webhooks/delivery/schedule.ts'

const samples = 2000
const failures = [1, 2, 3, 4, 5]
const nominal = (failed: number, baseMs: number) => baseMs * 6 ** (failed - 1)

const rounding = 0.5 // delays are whole milliseconds
const deviation = (values: number[]) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

test('the base is 10 s, so that the delays are 10 s, 1 min, 6 min, 36 min and 3 h 36 min', () => {
  const middle = failures.map(failed => delayAfter(failed, { baseMs: defaultBaseMs, random: () => 0.5 }))
  expect(middle).toEqual([10_000, 60_000, 360_000, 2_160_000, 12_960_000])
})

test.each(failures)(
  'after %d failures, delays are distributed over the whole range of ± 20 %% and not beyond',
  failed => {
    const base = nominal(failed, defaultBaseMs)
    const delays = Array.from({ length: samples }, () => delayAfter(failed, { baseMs: defaultBaseMs }))
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0.8 * base)
    expect(Math.max(...delays)).toBeLessThanOrEqual(1.2 * base)
    expect(Math.min(...delays)).toBeLessThan(0.85 * base)
    expect(Math.max(...delays)).toBeGreaterThan(1.15 * base)
    expect(deviation(delays)).toBeGreaterThan(0.05 * base)
  },
)

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const times = { failed: fc.constantFrom(...failures), baseMs: fc.integer({ min: 1, max: 3_600_000 }) }
const anyTime = fc.record({ ...times, chance })

test('for any base, a delay is base × 6^n ± 20 %', () => {
  fc.assert(
    fc.property(anyTime, ({ failed, baseMs, chance }) => {
      const delay = delayAfter(failed, { baseMs, random: () => chance })
      const base = nominal(failed, baseMs)
      expect(delay).toBeGreaterThanOrEqual(0.8 * base - rounding)
      expect(delay).toBeLessThanOrEqual(1.2 * base + rounding)
    }),
    { numRuns: samples },
  )
})

test('a Retry-After between the delay and twice the delay is honoured', () => {
  const asking = fc.record({ ...times, chance, share: fc.double({ min: 0, max: 4, noNaN: true }) })
  fc.assert(
    fc.property(asking, ({ failed, baseMs, chance, share }) => {
      const random = () => chance
      const delay = delayAfter(failed, { baseMs, random })
      const requestedMs = Math.round(share * delay)
      const expected = requestedMs < delay ? delay : requestedMs > 2 * delay ? 2 * delay : requestedMs
      expect(delayAfter(failed, { baseMs, random, requestedMs })).toBe(expected)
    }),
    { numRuns: samples },
  )
})

const now = Date.parse('2026-11-01T09:00:00.000Z')

test('Retry-After can be in seconds', () => {
  fc.assert(
    fc.property(fc.nat(100_000), seconds => {
      expect(retryAfterMs(String(seconds), now)).toBe(seconds * 1000)
    }),
  )
})

test('Retry-After can be a date; a past one has no effect', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), seconds => {
      const date = new Date(now + seconds * 1000).toUTCString()
      expect(retryAfterMs(date, now)).toBe(Math.max(0, seconds * 1000))
    }),
  )
})

test.each([null, '', 'soon', '5 s', '1e3'])('Retry-After %j has no effect', header => {
  expect(retryAfterMs(header, now)).toBeUndefined()
})
