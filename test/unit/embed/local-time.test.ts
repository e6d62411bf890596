// The local time of the viewer, who is in Berlin: its clock shows 02:00 to 03:00 twice on 31 October 2027, and not on 28 March.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantsOf, localOf } from '../../../src/embed/pages/shared/local-time.ts'

const zone = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'Europe/Berlin'
})
afterAll(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const instants = (text: string) => instantsOf(text).map(at => new Date(at).toISOString().slice(0, 16))

test.each([
  ['2027-07-01T09:00', ['2027-07-01T07:00']],
  ['2027-10-31T01:59', ['2027-10-30T23:59']],
  ['2027-10-31T02:00', ['2027-10-31T00:00', '2027-10-31T01:00']],
  ['2027-10-31T02:59', ['2027-10-31T00:59', '2027-10-31T01:59']],
  ['2027-10-31T03:00', ['2027-10-31T02:00']],
  ['2027-03-28T02:30', ['2027-03-28T01:30']],
  ['2027-13-01T02:30', []],
  ['', []],
])('%s is %j', (text, expected) => {
  expect(instants(text)).toEqual(expected)
})

test('an instant is shown in minutes, rounded up', () => {
  expect(localOf(Date.parse('2027-10-31T01:29:01Z'))).toBe('2027-10-31T02:30')
})
