// The function that counts the requests of a caller.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run, refused } = sqlDatabase()

const count = (quota: number | null, writes: boolean | null = false, caller = 'AK1', wanted = 0) =>
  `select count_request('${caller}', '${sids.install}', ${writes}, ${quota}, ${wanted})`
const numbersOf = async (sent: string) =>
  String(await value(sent))
    .split(' ')
    .map(Number)
const remaining = async (sent: string) => (await numbersOf(sent)).slice(0, 2)

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
  // The stored start can be rounded up by half a millisecond.
  await run(`update request_count set started_date = started_date - interval '59.5 seconds'`)
  expect(await refused(count(1))).toMatchObject({ code: 'IV006', message: '1' })
  await run(`update request_count set started_date = started_date - interval '0.501 seconds'`)
  expect(await value(count(1))).toBe('1 0 60')
})

test('count_request reserves at most a two-hundredth of the limit, which counts at once, and nothing in its second half', async () => {
  const wanting = (wanted: number) => count(1000, false, 'AK1', wanted)
  const used = () => value('select used from request_count')
  // The first request of a minute reserves nothing.
  expect(await remaining(wanting(3))).toEqual([1000, 999])
  const now = Date.now()
  const [limit, remainder, seconds, reserved, end = 0] = await numbersOf(wanting(3))
  expect([limit, remainder, reserved, await used()]).toEqual([1000, 995, 3, 5])
  expect(seconds).toBeGreaterThan(50)
  expect(Math.abs(end - now - 60_000)).toBeLessThan(10_000)
  expect((await numbersOf(wanting(100)))[3]).toBe(5)
  await run('update request_count set used = 494')
  expect((await numbersOf(wanting(5)))[3]).toBe(5)
  expect(await used()).toBe(500)
  expect(await numbersOf(wanting(5))).toHaveLength(3)
  expect(await used()).toBe(501)
  expect(await numbersOf(count(199, false, 'AK2', 5))).toHaveLength(3)
})

test('count_request reserves nothing of a minute that is over', async () => {
  await value(count(1000))
  // A second more than a minute: the clock of a machine can be set back a little.
  await run(`update request_count set started_date = started_date - interval '61 seconds'`)
  expect(await value(count(1000, false, 'AK1', 5))).toBe('1000 999 60')
})

const admit = (
  refusal: string,
  {
    counted = 'false',
    quota = '2',
    last = 'false',
    address = 'null',
    wanted = '0',
    reservation = 'null',
  } = {},
) =>
  `select admit_caller(${refusal}, 'AK1', ${refusal === "'unknown'" ? 'null' : `'${sids.install}'`}, ${counted}, ${quota}, ${last},
    ${address}, ${wanted}, ${reservation})`

test('admit_caller counts the request of a valid caller, and nothing without a limit or for a request that is not counted', async () => {
  expect(await remaining(admit('null'))).toEqual([2, 1])
  expect(await remaining(admit('null'))).toEqual([2, 0])
  expect(await refused(admit('null'))).toMatchObject({ code: 'IV006' })
  expect(await value(admit('null', { quota: 'null' }))).toBeNull()
  expect(await value(admit('null', { counted: 'null' }))).toBeNull()
})

test('admit_caller does not count a reserved request, until its minute is over or the limit has changed', async () => {
  const reservation = (quota: number, end: number) => ({ quota: '2', reservation: `'${quota} ${end}'` })
  const [later, earlier] = [Date.now() + 50_000, Date.now() - 1]
  expect(await value(admit('null', reservation(2, later)))).toBe('reserved')
  expect(await value(admit('null', { ...reservation(2, later), last: 'true' }))).toBe('reserved')
  expect(await rows('select from request_count')).toEqual([])
  expect(await remaining(admit('null', reservation(2, earlier)))).toEqual([2, 1])
  expect(await remaining(admit('null', reservation(3, later)))).toEqual([2, 0])
  expect(await value(admit('null', { ...reservation(2, later), quota: 'null' }))).toBeNull()
  expect(await refused(admit("'ended'", reservation(2, later)))).toMatchObject({ message: 'ended' })
})

test('admit_caller and count_noted_request reserve what is wanted', async () => {
  const wanting = { quota: '1000', wanted: '4' }
  await value(admit('null', wanting))
  expect((await numbersOf(admit('null', wanting)))[3]).toBe(4)
  await value(admit('null', { ...wanting, last: 'true' }))
  expect((await numbersOf('select count_noted_request()'))[3]).toBe(4)
  expect(await value('select used from request_count')).toBe(11)
})

test('count_noted_request counts the caller that admit_caller has noted', async () => {
  expect(await value('select count_noted_request()')).toBeNull()
  expect(await value(admit('null', { last: 'true' }))).toBeNull()
  expect(await rows('select from request_count')).toEqual([])
  expect(await remaining('select count_noted_request()')).toEqual([2, 1])
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
