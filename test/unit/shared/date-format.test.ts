import { expect, test } from 'vitest'
import { dateFormat } from '../../../src/shared/values/date-format.ts'

test('the format of a locale and its options is made once', () => {
  const made = dateFormat('de', { dateStyle: 'short', timeZone: 'Europe/Berlin' })
  expect(dateFormat('de', { dateStyle: 'short', timeZone: 'Europe/Berlin' })).toBe(made)
  expect(dateFormat('en', { dateStyle: 'short', timeZone: 'Europe/Berlin' })).not.toBe(made)
  expect(dateFormat('de', { dateStyle: 'short', timeZone: 'Asia/Tokyo' })).not.toBe(made)
})

test('at most 200 formats are kept', () => {
  const first = dateFormat('en', { timeZone: 'UTC' })
  for (const zone of Intl.supportedValuesOf('timeZone').slice(0, 210)) dateFormat('en', { timeZone: zone })
  expect(dateFormat('en', { timeZone: 'UTC' })).not.toBe(first)
})
