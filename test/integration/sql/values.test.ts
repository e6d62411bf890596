// Functions that compute a value and read no table.
import { expect, test } from 'vitest'
import { id, sqlDatabase } from '../../support/sql.ts'

const { rows, value } = sqlDatabase()

test('uuid_v7 makes a UUID of version 7 that begins with its millisecond', async () => {
  const made = await rows('select uuid_v7()::text as sid, uuid_v7()::text as other')
  const { sid, other } = made[0] ?? {}
  expect(sid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(other).not.toBe(sid)
  const millis = Number.parseInt(String(sid).replaceAll('-', '').slice(0, 12), 16)
  expect(Math.abs(millis - Date.now())).toBeLessThan(60_000)
})

test.each([
  ['2026-07-01', 'America/New_York', '2026-07-01T04:00:00.000Z'],
  // Clocks are set back from 01:00 to midnight on this day: it has two midnights.
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  // Clocks are set forward at midnight on this day: it has none.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
])('first_instant of %s in %s is %s', async (day, zone, instant) => {
  expect(await value('select first_instant($1, $2)', [day, zone])).toEqual(new Date(instant))
})

test('first_instant of no date is null', async () => {
  expect(await value(`select first_instant(null, 'UTC')`)).toBe(null)
})

test.each([
  ['"text"', 'text'],
  ['true', 'true'],
  ['null', 'null'],
  ['{"a": 1}', '[object Object]'],
  ['[1, null, ["a"]]', '1,,a'],
  ['1.50', '1.5'],
  ['1e21', '1e+21'],
  ['0.0000001', '1e-7'],
  ['-12', '-12'],
])('js_string of %s is %s', async (json, text) => {
  expect(await value('select js_string($1)', [json])).toBe(text)
})

test('matches_filter compares members as strings, and an empty filter matches all', async () => {
  const matches = (filter: object, payload: object) =>
    value('select matches_filter($1, $2)', [JSON.stringify(filter), JSON.stringify(payload)])
  expect(await matches({}, { a: 1 })).toBe(true)
  expect(await matches({ a: '1' }, { a: 1, b: 2 })).toBe(true)
  expect(await matches({ a: 1, b: 3 }, { a: 1, b: 2 })).toBe(false)
  expect(await matches({ a: null }, {})).toBe(false)
})

test('sid_text adds the prefix to the hex digits, and null stays null', async () => {
  expect(await value(`select sid_text('US', $1)`, [id(6)])).toBe(`US${id(6).replaceAll('-', '')}`)
  expect(await value(`select sid_text('US', null)`)).toBe(null)
})

test('instant_text is ISO 8601 in UTC to the millisecond, in every time zone of the session', async () => {
  await rows(`select set_config('timezone', 'Asia/Kathmandu', true)`)
  const instant = '2026-11-22T05:45:00.5+05:45'
  expect(await value('select instant_text($1)', [instant])).toBe('2026-11-22T00:00:00.500Z')
})

test('api_member converts the name of a column to that of the API', async () => {
  const names = await rows(`select api_member(name) as member from unnest($1::text[]) name`, [
    ['first_name', 'email', 'password_hash', 'disabled_date', 'svc_sid'],
  ])
  expect(names.map(({ member }) => member)).toEqual(['firstName', 'email', 'password', 'status', 'svcId'])
})

test('roster_counts counts listed records as unchanged that are neither created nor updated', async () => {
  expect(await value(`select roster_counts('users', 10, 3, 2, 4)`)).toEqual({
    users: { created: 3, updated: 2, unchanged: 5, deleted: 4 },
  })
})
