// The limits of callers that are not valid any more, and of those that never were (docs/adr/0019-request-limits.md).
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { makeSecret } from '../../../src/shared/auth/secret.ts'
import { type Answer, type Call, callerOf } from '../../support/client.ts'
import { callFrom, makeInstallUser, signedInAs, signIn, someAddress } from '../../support/platform.ts'
import { issueApiToken } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

/** A credential of an install with this limit. */
async function limited(readsPerMinute: number) {
  const own = await makeWorld(world.stack)
  await own.admin('PUT', own.path('/settings'), { body: { readsPerMinute } })
  await own.admin('PUT', '/api/account', { body: { readsPerMinute } })
  return { ...own, ...(await own.credential(allow(['sp:*'], ['*']))) }
}

/** The refused requests that are counted for the caller. */
async function counted(caller: string): Promise<number> {
  const { rows } = await world.stack.db.execute<{ used: number }>(
    sql`select coalesce(sum(used), 0)::integer as used from request_count where caller = ${`refused ${caller}`}`,
  )
  return rows[0]?.used ?? 0
}

/** Sends the request until as many are counted, which happens after the response. @returns the statuses */
async function refusals(send: () => Promise<Answer>, caller: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let time = 1; time <= times; time += 1) {
    statuses.push((await send()).status)
    await expect.poll(() => counted(caller)).toBe(time)
  }
  return statuses
}

const isLimited = (answer: Answer, limit: number) => {
  expect([answer.status, answer.text('code'), answer.roundTrips]).toEqual([429, 'too_many_requests', 1])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.headers.get('ratelimit-policy')).toBe(`"reads";q=${limit};w=60`)
}

test('a revoked credential is 401 in one round trip, and 429 beyond its limit, until its minute is over', async () => {
  const { call, path, admin, sid } = await limited(2)
  const read = () => call('GET', path('/users'))
  await admin('DELETE', path(`/credentials/${sid}`))
  expect(await refusals(read, sid, 2)).toEqual([401, 401])
  isLimited(await read(), 2)
  await world.stack.db.execute(sql`update request_count set started_date = started_date - interval '1 minute'
    where caller = ${`refused ${sid}`}`)
  expect(await read()).toMatchObject({ status: 401, roundTrips: 1 })
})

test('a refused caller without a limit is not counted', async () => {
  const { call, sid } = await world.credential(allow(['sp:*'], ['*']))
  await world.admin('DELETE', world.path(`/credentials/${sid}`))
  for (let time = 0; time < 3; time += 1) expect((await call('GET', world.path('/users'))).status).toBe(401)
  expect(await counted(sid)).toBe(0)
})

test('the secret of a replaced token is limited, and does not use up the limit of its successor', async () => {
  const own = await limited(2)
  const root = await issueApiToken(own, allow(['sp:ListUsers'], ['*']), own.call)
  const refreshed = await own.call('POST', own.path(`/sts/tokens/${root.sid}/refresh`), { body: {} })
  const read = (call: Call) => call('GET', own.path('/users'))
  expect(await refusals(() => read(root.call), root.sid, 2)).toEqual([401, 401])
  isLimited(await read(root.call), 2)
  const successor = callerOf(own.stack, refreshed.text('stsToken'))
  expect([await read(successor), await read(successor)].map(({ status }) => status)).toEqual([200, 200])
})

test.each([
  ['area A', (own: World) => own.path('/users')],
  ['area C', () => '/api/operators'],
])('the session of a disabled operator is limited in %s', async (_, pathOf) => {
  const own = await limited(2)
  const { id, call } = await signedInAs(own, 'admin')
  await world.stack.db.execute(
    sql`update operator set disabled_date = now() where sid = ${id.slice(2)}::uuid`,
  )
  const read = () => call('GET', pathOf(own))
  expect(await refusals(read, id, 2)).toEqual([401, 401])
  isLimited(await read(), 2)
})

const networkLimit = 3000

/** The requests with unknown secrets that are counted for the network of the address. */
const ofNetwork = (address: string) =>
  sql`caller = 'network ' || encode(sha256(convert_to(${address}, 'UTF8')), 'hex')`

/** Fills the minute of a network, except for one request. */
const fillMinute = (network: string) =>
  world.stack.db.execute(sql`update request_count set used = ${networkLimit - 1} where ${ofNetwork(network)}`)

const usedBy = async (network: string) =>
  Number(
    (await world.stack.db.execute(sql`select used from request_count where ${ofNetwork(network)}`)).rows[0]?.[
      'used'
    ] ?? 0,
  )

/** Sends a request with another unknown secret each time, as through a proxy: only the edge sets `CF-Connecting-IP`. */
const unknownFrom = (address: string) => () =>
  callerOf(world.stack, makeSecret('credential'))('GET', world.path('/users'), {
    headers: { 'x-forwarded-for': address },
  })

test('unknown secrets count for the network of the client: the address of IPv4, 64 bits of IPv6', async () => {
  for (const [network, one, other] of [
    ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::', '2001:db8:1:2::1', '2001:db8:1:2:ffff::2'],
  ] as const) {
    const [read, again] = [unknownFrom(one), unknownFrom(other)]
    expect((await read()).status).toBe(401)
    await expect.poll(() => usedBy(network)).toBe(1)
    await fillMinute(network)
    expect((await again()).status).toBe(401)
    await expect.poll(() => usedBy(network)).toBe(networkLimit)
    isLimited(await read(), networkLimit)
    isLimited(await again(), networkLimit)
  }
})

test('a valid caller is not affected by the refused ones of its network', async () => {
  const address = someAddress()
  await unknownFrom(address)()
  await expect.poll(() => usedBy(address)).toBe(1)
  await fillMinute(address)
  await unknownFrom(address)()
  await expect.poll(() => usedBy(address)).toBe(networkLimit)
  isLimited(await unknownFrom(address)(), networkLimit)
  expect((await callFrom(world.stack, address, world.secret)('GET', world.path('/users'))).status).toBe(200)
})

test('the session of a user is 403 in area A, and counts for the network of the client', async () => {
  const { token } = await signIn(await makeInstallUser(world))
  const address = someAddress()
  const read = () => callFrom(world.stack, address, token)('GET', world.path('/users'))
  const answer = await read()
  expect([answer.status, answer.text('code'), answer.roundTrips]).toEqual([403, 'caller_not_accepted', 1])
  await expect.poll(() => usedBy(address)).toBe(1)
})

test('a JWT whose signature is not valid is 401 without a round trip', async () => {
  const body = { applicationId: world.applicationSid, permissions: ['subscribe'] }
  const [head, claims] = (await world.admin('POST', '/auth/token', { body })).text('token').split('.')
  const headers = { authorization: `Bearer ${head}.${claims}.${'A'.repeat(342)}` }
  const answer = await callerOf(world.stack)('GET', '/api/documents', { headers })
  expect([answer.status, answer.text('code'), answer.roundTrips]).toEqual([401, 'credential_invalid', 0])
})
