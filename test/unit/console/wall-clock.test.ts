// The wall clock of a zone, on the days on which its offset changes.

import { expect, test } from 'vitest'
import {
  dateOf,
  instantOf,
  localOf,
  movedInstant,
  startOfDay,
} from '../../../src/console/app/i18n/wall-clock.ts'

const at = (local: string, zone: string) => instantOf(local, zone).toISOString()

test('of an hour that is repeated, the first one is meant', () => {
  expect(at('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(at('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
  expect(at('2026-04-05T02:30', 'Australia/Sydney')).toBe('2026-04-04T15:30:00.000Z')
})

test('a time that the operator has not changed stays the same instant, also in the second of two equal hours', () => {
  const second = new Date('2026-10-25T01:30:30.000Z')
  const shown = localOf(second, 'Europe/Berlin')
  expect(shown).toBe('2026-10-25T02:30')
  expect(movedInstant(shown, 'Europe/Berlin', second)).toEqual(second)
  expect(movedInstant('2026-10-25T02:45', 'Europe/Berlin', second)).toEqual(new Date('2026-10-25T00:45Z'))
  expect(movedInstant(shown, 'Europe/Berlin', undefined)).toEqual(new Date('2026-10-25T00:30Z'))
})

test('a time that is skipped is as much later as the clock is put forward', () => {
  expect(at('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  expect(at('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
})

test.each([
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
])('in %s, %s starts at its first instant, also without a midnight', (zone, date, start) => {
  const first = startOfDay(date, zone)
  expect(first.toISOString()).toBe(start)
  expect([dateOf(first, zone), dateOf(new Date(first.getTime() - 1000), zone) < date]).toEqual([date, true])
})
