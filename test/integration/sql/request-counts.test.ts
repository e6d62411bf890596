// The function that counts the requests of a caller.
import { expect, test } from 'vitest'
import { sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run, refused } = sqlDatabase()

const count = (quota: number | null, writes: boolean | null = false, caller = 'AK1') =>
  `select count_request('${caller}', '${sids.install}', ${writes}, ${quota})`
const remaining = async (sent: string) => ((await value(sent)) as number[]).slice(0, 2)

test('count_request returns the limit and what remains, and raises IV006 beyond the limit', async () => {
  expect(await remaining(count(2))).toEqual([2, 1])
  expect(await remaining(count(2))).toEqual([2, 0])
  const error = await refused(count(2))
  expect(error).toMatchObject({ code: 'IV006', detail: '{"limit" : 2, "isWrite" : false}' })
  expect(Number(error.message)).toBeGreaterThan(0)
  expect(Number(error.message)).toBeLessThanOrEqual(60)
})

test('count_request counts reads and writes, callers and tenants separately', async () => {
  expect(await remaining(count(1))).toEqual([1, 0])
  expect(await remaining(count(1, true))).toEqual([1, 0])
  expect(await remaining(count(1, false, 'AK2'))).toEqual([1, 0])
  expect(await remaining(count(1).replace(sids.install, sids.account))).toEqual([1, 0])
})

test('count_request counts nothing without a limit, nor a request that is not counted', async () => {
  expect(await value(count(null))).toBeNull()
  expect(await value(count(1, null))).toBeNull()
  expect(await rows('select from request_count')).toEqual([])
})

test('count_request begins a new minute with the first request after the last one', async () => {
  await value(count(1))
  await run(`update request_count set started_date = started_date - interval '59 seconds'`)
  expect(await refused(count(1))).toMatchObject({ code: 'IV006', message: '1' })
  await run(`update request_count set started_date = started_date - interval '1 second'`)
  expect(await value(count(1))).toEqual([1, 0, 60])
})
