// The function of the limits of requests.
import { expect, test } from 'vitest'
import { sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run, refused } = sqlDatabase()

const count = (writes: boolean | null, install = `'${sids.install}'`, caller = 'AK1') =>
  `select count_request('${caller}', '${sids.account}', ${install}, ${writes})`
const limits = (table: 'account' | 'install', reads: number | null, writes: number | null) =>
  run(`update ${table} set reads_per_minute = ${reads}, writes_per_minute = ${writes}`)
const remaining = async (sent: string) => ((await value(sent)) as number[]).slice(0, 2)

test('count_request returns the limit and what remains, and raises IV006 beyond the limit', async () => {
  await limits('install', 2, 1)
  expect(await remaining(count(false))).toEqual([2, 1])
  expect(await remaining(count(false))).toEqual([2, 0])
  expect(await remaining(count(true))).toEqual([1, 0])
  const error = await refused(count(false))
  expect(error).toMatchObject({ code: 'IV006', detail: '{"limit" : 2, "isWrite" : false}' })
  expect(Number(error.message)).toBeGreaterThan(0)
  expect(Number(error.message)).toBeLessThanOrEqual(60)
  expect(await remaining(count(false, undefined, 'AK2'))).toEqual([2, 1])
})

test('count_request takes the limits of the account without an install, and counts them separately', async () => {
  await limits('install', 1, 1)
  await limits('account', 5, 5)
  expect(await remaining(count(false))).toEqual([1, 0])
  expect(await remaining(count(false, 'null'))).toEqual([5, 4])
})

test('count_request counts nothing without a limit, nor a request that is not counted', async () => {
  await limits('install', null, 1)
  expect(await value(count(false))).toBeNull()
  expect(await value(count(null))).toBeNull()
  expect(await rows('select from request_count')).toEqual([])
})

test('count_request begins a new minute with the first request after the last one', async () => {
  await limits('install', 1, 1)
  await value(count(false))
  await run(`update request_count set started_date = started_date - interval '59 seconds'`)
  expect(await refused(count(false))).toMatchObject({ code: 'IV006', message: '1' })
  await run(`update request_count set started_date = started_date - interval '1 second'`)
  expect(await value(count(false))).toEqual([1, 0, 60])
})
