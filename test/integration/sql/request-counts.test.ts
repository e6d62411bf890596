// The function that counts the requests of a caller.
import { createHash } from 'node:crypto'
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

const admit = (refusal: string, { counted = 'false', quota = '2', last = 'false', address = 'null' } = {}) =>
  `select admit_caller(${refusal}, 'AK1', ${refusal === "'unknown'" ? 'null' : `'${sids.install}'`}, ${counted}, ${quota}, ${last}, ${address})`

/** The same of a text. */
const remainingIn = async (sent: string) =>
  String(await value(sent))
    .split(' ')
    .map(Number)
    .slice(0, 2)

test('admit_caller counts the request of a valid caller, and nothing without a limit or for a request that is not counted', async () => {
  expect(await remainingIn(admit('null'))).toEqual([2, 1])
  expect(await remainingIn(admit('null'))).toEqual([2, 0])
  expect(await refused(admit('null'))).toMatchObject({ code: 'IV006' })
  expect(await value(admit('null', { quota: 'null' }))).toBeNull()
  expect(await value(admit('null', { counted: 'null' }))).toBeNull()
})

test('count_noted_request counts the caller that admit_caller has noted', async () => {
  expect(await value('select count_noted_request()')).toBeNull()
  expect(await value(admit('null', { last: 'true' }))).toBeNull()
  expect(await rows('select from request_count')).toEqual([])
  expect(await remainingIn('select count_noted_request()')).toEqual([2, 1])
  expect(await rows('select caller, is_write, used from request_count')).toEqual([
    { caller: 'AK1', is_write: false, used: 1 },
  ])
})

test('admit_caller raises IV007 for a caller that is not valid, with what is to be counted', async () => {
  const { code, message, detail } = await refused(admit("'ended'"))
  expect([code, message, JSON.parse(detail ?? '')]).toEqual([
    'IV007',
    'ended',
    { caller: 'refused AK1', tenant: sids.install, isWrite: false, limit: 2 },
  ])
  expect((await refused(admit("'ended'", { quota: 'null' }))).detail ?? '').toBe('')
  expect((await refused(admit("'ended'", { counted: 'null' }))).detail ?? '').toBe('')
  expect((await refused(admit("'unknown'"))).detail ?? '').toBe('')
})

test('admit_caller raises IV007 for a valid caller of another install, and leaves its count to its second lookup', async () => {
  const { code, message, detail } = await refused(admit("'install'"))
  expect([code, message, detail ?? '']).toEqual(['IV007', 'install', ''])
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3::4', '2001:db8:1:2::'],
])('admit_caller counts an unknown caller at %s for the digest of %s', async (address, network) => {
  const { detail } = await refused(admit("'unknown'", { quota: 'null', address: `'${address}'` }))
  const caller = `network ${createHash('sha256').update(network).digest('hex')}`
  expect(JSON.parse(detail ?? '')).toMatchObject({ caller, isWrite: false, limit: 3000 })
})

test('admit_caller raises IV006 for a refused caller that has reached its limit, until its minute is over', async () => {
  const caller = 'refused AK1'
  await value(count(2, false, caller))
  expect(await refused(admit("'ended'"))).toMatchObject({ code: 'IV007' })
  await value(count(2, false, caller))
  expect(await refused(admit("'ended'"))).toMatchObject({
    ...{ code: 'IV006', detail: '{"limit" : 2, "isWrite" : false}' },
  })
  await run(`update request_count set started_date = started_date - interval '1 minute'`)
  expect(await refused(admit("'ended'"))).toMatchObject({ code: 'IV007' })
})

test('refuse_caller raises IV007 with the reason, and stores nothing itself', async () => {
  const refuse = `select refuse_caller('ended', 'AK1', '${sids.install}', false, 2, null)`
  expect(await refused(refuse)).toMatchObject({ code: 'IV007', message: 'ended' })
  expect(await rows('select from request_count')).toEqual([])
})

test('refuse_beyond_limit raises IV006 with the seconds to wait', async () => {
  const refuse = `select refuse_beyond_limit(clock_timestamp() - interval '20 seconds', true, 7)`
  expect(await refused(refuse)).toMatchObject({
    ...{ code: 'IV006', message: '40', detail: '{"limit" : 7, "isWrite" : true}' },
  })
})

test('seconds_of_minute returns 1 to 60, rounded up', async () => {
  const after = (seconds: number) =>
    value(`select seconds_of_minute(clock_timestamp() - interval '${seconds} seconds')`)
  expect([await after(-5), await after(0), await after(59.5), await after(90)]).toEqual([60, 60, 1, 1])
})
