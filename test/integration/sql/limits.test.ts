// Functions that undo a batch: conditions, limits of attempts, and rates.
import { expect, test } from 'vitest'
import { sqlDatabase } from '../../support/sql.ts'

const { rows, value, run, refused } = sqlDatabase()

test('guard raises IV001 with the problem code unless the condition is true', async () => {
  await rows(`select guard(true, 'seat_taken')`)
  for (const condition of ['false', 'null'])
    expect(await refused(`select guard(${condition}, 'seat_taken')`)).toMatchObject({
      code: 'IV001',
      message: 'seat_taken',
    })
})

const limit = `'\\x01'::bytea, 2, interval '1 hour'`
const attempt = () => value(`select rate_limit_attempt(${limit})`)
const attempts = () => value('select cardinality(taken) from throttle')

test('rate_limit_attempt counts two attempts of two, and refuses the third without counting it', async () => {
  expect([await attempt(), await attempt()]).toEqual([0, 0])
  const wait = Number(await attempt())
  expect(wait).toBeGreaterThan(3_500)
  expect(wait).toBeLessThanOrEqual(3_600)
  expect(await attempts()).toBe(2)
})

test('rate_limit_attempt allows another one when the first has left the window', async () => {
  await attempt()
  await attempt()
  await run(`update throttle set taken[1] = taken[1] - interval '61 minutes'`)
  expect([await attempt(), await attempts()]).toEqual([0, 2])
})

test('rate_limit_wait is 0 for a new key, and the seconds to the end of the window after the last attempt', async () => {
  expect(await value(`select rate_limit_wait(${limit})`)).toBe(0)
  await attempt()
  expect(await value(`select rate_limit_wait(${limit})`)).toBe(0)
  await attempt()
  await run(`update throttle set taken[1] = taken[1] - interval '50 minutes'`)
  const wait = Number(await value(`select rate_limit_wait(${limit})`))
  expect(wait).toBeGreaterThan(500)
  expect(wait).toBeLessThanOrEqual(600)
})

test('require_rate_limit_attempt raises IV003 with the seconds to wait when no attempt is left', async () => {
  await rows(`select require_rate_limit_attempt(${limit}), require_rate_limit_attempt(${limit})`)
  const { code, message } = await refused(`select require_rate_limit_attempt(${limit})`)
  expect(code).toBe('IV003')
  expect(Number(message)).toBeGreaterThan(3_500)
})

test('return_rate_limit_attempt removes the newest attempt, and the row with the last one', async () => {
  await attempt()
  await attempt()
  await rows(`select return_rate_limit_attempt('\\x01')`)
  expect(await attempts()).toBe(1)
  expect(await attempt()).toBe(0)
  await rows(`select return_rate_limit_attempt('\\x01'), return_rate_limit_attempt('\\x01')`)
  expect(await rows('select from throttle')).toEqual([])
})

const rate = `'\\x02'::bytea, 2`

test('use_rate allows what was unused in a minute at once, then raises IV003 with the seconds to wait', async () => {
  await rows(`select use_rate(${rate}), use_rate(${rate})`)
  const { code, message } = await refused(`select use_rate(${rate})`)
  expect(code).toBe('IV003')
  expect(Number(message)).toBeGreaterThanOrEqual(29)
  expect(Number(message)).toBeLessThanOrEqual(30)
})

test('rate_wait is 0 while the rate has a use left, and then the seconds to the next one', async () => {
  expect(await value(`select rate_wait(${rate})`)).toBe(0)
  await rows(`select use_rate(${rate}), use_rate(${rate})`)
  const wait = Number(await value(`select rate_wait(${rate})`))
  expect([29, 30]).toContain(wait)
  await run(`update rate set used_until = used_until - interval '31 seconds'`)
  expect(await value(`select rate_wait(${rate})`)).toBe(0)
})

test('check_rate raises IV003 when the rate is used up, and uses nothing', async () => {
  await rows(`select check_rate(${rate})`)
  expect(await rows('select from rate')).toEqual([])
  await rows(`select use_rate(${rate}), use_rate(${rate})`)
  expect(await refused(`select check_rate(${rate})`)).toMatchObject({ code: 'IV003' })
})
