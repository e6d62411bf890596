// The limits of the requests of each caller (docs/adr/0019-request-limits.md).
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Answer, type Call, callerOf } from '../../support/client.ts'
import { limited } from '../../support/limited.ts'
import { makeInstallUser, signedInAs, signIn } from '../../support/platform.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const statusesOf = async (times: number, send: () => Promise<Answer>) => {
  const answers: Answer[] = []
  for (let time = 0; time < times; time += 1) answers.push(await send())
  return answers.map(({ status }) => status)
}

const readUsers = (call: Call, path: (rest: string) => string) => () => call('GET', path('/users'))
const user = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' }

test('a new install and a new account have 3,000 reads and 600 writes a minute', async () => {
  const created = await world.admin('POST', '/v1/installs', { body: { name: 'New' } })
  const settings = await world.admin('GET', `/v1/installs/${created.text('sid')}/settings`)
  expect(settings.body).toMatchObject({ readsPerMinute: 3000, writesPerMinute: 600 })
  const { rows } = await world.stack.db.execute(
    sql`select column_default from information_schema.columns
      where table_name = 'account' and column_name in ('reads_per_minute', 'writes_per_minute') order by column_name`,
  )
  expect(rows).toEqual([{ column_default: '3000' }, { column_default: '600' }])
})

test('a caller without a limit has no headers of one', async () => {
  const { headers } = await world.admin('GET', world.path('/users'))
  expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null])
})

test('the headers name the limit, and what remains of it exactly', async () => {
  const { call, path } = await limited(world.stack, { readsPerMinute: 3 })
  for (const remaining of [2, 1, 0]) {
    const { status, headers, roundTrips } = await call('GET', path('/users'))
    expect([status, roundTrips]).toEqual([200, 1])
    expect(headers.get('ratelimit-policy')).toBe('"reads";q=3;w=60')
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"reads";r=${remaining};t=(60|[1-5]?\\d)$`))
  }
})

test('beyond the limit a read is 429 with Retry-After, in one round trip, and does not count', async () => {
  const { call, path, stack } = await limited(world.stack, { readsPerMinute: 2 })
  await statusesOf(2, readUsers(call, path))
  for (let time = 0; time < 3; time += 1) {
    const refused = await call('GET', path('/users'))
    expect([refused.status, refused.text('code'), refused.roundTrips]).toEqual([429, 'too_many_requests', 1])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(refused.headers.get('ratelimit-policy')).toBe('"reads";q=2;w=60')
    expect(refused.headers.get('ratelimit')).toMatch(/^"reads";r=0;t=\d+$/)
  }
  const { rows } = await stack.db.execute(
    sql`select max(used) as used from request_count where tenant = (select sid from install where reads_per_minute = 2
      order by created_date desc limit 1)`,
  )
  expect(rows).toEqual([{ used: 2 }])
})

test('reads and writes are counted separately, and a refused write writes nothing', async () => {
  const { call, path, admin } = await limited(world.stack, { writesPerMinute: 1 })
  expect((await call('POST', path('/users'), { body: user })).status).toBe(201)
  const refused = await call('POST', path('/users'), { body: { ...user, email: 'eve@school.example' } })
  expect([refused.status, refused.text('code'), refused.roundTrips]).toEqual([429, 'too_many_requests', 1])
  expect((await call('GET', path('/users'))).status).toBe(200)
  expect((await admin('GET', path('/users'))).count('total')).toBe(1)
})

test('a refused issue of a token in one round trip issues none', async () => {
  const { call, path, admin } = await limited(world.stack, { writesPerMinute: 2 })
  const body = { tokenType: 'api', policy: { version: '1', statements: [] } }
  const issue = () => call('POST', path('/sts/tokens'), { body })
  const answers = [await issue(), await issue(), await issue()]
  expect(answers.map(({ status, roundTrips }) => [status, roundTrips])).toEqual([
    [201, 2],
    [201, 1],
    [429, 1],
  ])
  expect((await admin('GET', path('/sts/tokens'))).count('total')).toBe(2)
})

test('another credential of the install is not affected', async () => {
  const own = await limited(world.stack, { readsPerMinute: 1 })
  expect(await statusesOf(2, readUsers(own.call, own.path))).toEqual([200, 429])
  const other = await own.credential(allow(['sp:*'], ['*']))
  expect(await statusesOf(2, readUsers(other.call, own.path))).toEqual([200, 429])
})

test('the limit of an install does not apply to another one', async () => {
  const own = await limited(world.stack, { readsPerMinute: 1 })
  const second = await own.admin('POST', '/v1/installs', { body: { name: 'Second' } })
  const path = (rest: string) => `/v1/installs/${second.text('sid')}${rest}`
  expect(await statusesOf(2, readUsers(own.admin, own.path))).toEqual([200, 429])
  expect(await statusesOf(2, readUsers(own.admin, path))).toEqual([200, 200])
})

test('a token counts for itself with its successors, and not for its credential', async () => {
  const { call, path } = await limited(world.stack, { readsPerMinute: 2 })
  const policy = { version: '1', statements: allow(['sp:ListUsers'], ['*']) }
  const issued = await call('POST', path('/sts/tokens'), { body: { tokenType: 'api', policy } })
  const asToken = (stsToken: string) => () => call('GET', path('/users'), { headers: { token: stsToken } })
  expect(await statusesOf(1, asToken(issued.text('stsToken')))).toEqual([200])
  const refreshed = await call('POST', path(`/sts/tokens/${issued.text('sid')}/refresh`), { body: {} })
  expect(await statusesOf(2, asToken(refreshed.text('stsToken')))).toEqual([200, 429])
  expect(await statusesOf(3, readUsers(call, path))).toEqual([200, 200, 429])
})

test('operators, credentials and users have the limits of the account for paths without an install', async () => {
  const own = await makeWorld(world.stack)
  const account = await own.admin('PUT', '/api/account', { body: { readsPerMinute: 2, writesPerMinute: 5 } })
  expect(account.body).toMatchObject({ readsPerMinute: 2, writesPerMinute: 5 })
  const owner = await signedInAs(own, 'owner')
  expect(await statusesOf(3, () => owner.call('GET', '/api/operators'))).toEqual([200, 200, 429])
  expect(await statusesOf(3, () => own.admin('GET', '/v1/installs'))).toEqual([200, 200, 429])
  await own.admin('PUT', own.path('/settings'), { body: { readsPerMinute: 1 } })
  const person = await signIn(await makeInstallUser(own))
  expect(await statusesOf(2, () => person.call('GET', '/api/auth/me'))).toEqual([200, 429])
  // The limits of an account do not apply to the paths of an install.
  const credential = await own.credential(allow(['sp:*'], ['*']))
  expect(await statusesOf(2, () => credential.call('GET', own.path('/users')))).toEqual([200, 429])
})

test('an operator has the limits of the install on its paths, and counts for itself', async () => {
  const own = await limited(world.stack, { readsPerMinute: 2, writesPerMinute: 1 })
  const [one, other] = [await signedInAs(own, 'admin'), await signedInAs(own, 'admin')]
  expect(await statusesOf(3, readUsers(one.call, own.path))).toEqual([200, 200, 429])
  expect(await statusesOf(2, () => one.call('POST', own.path('/users'), { body: user }))).toEqual([201, 429])
  expect(await statusesOf(1, readUsers(other.call, own.path))).toEqual([200])
  expect(await statusesOf(1, readUsers(own.call, own.path))).toEqual([200])
})

test('a credential that is revoked at its limit is 401 at once', async () => {
  const { call, path, admin, sid } = await limited(world.stack, { readsPerMinute: 1 })
  expect(await statusesOf(2, readUsers(call, path))).toEqual([200, 429])
  await admin('DELETE', path(`/credentials/${sid}`))
  expect(await statusesOf(1, readUsers(call, path))).toEqual([401])
})

test('a request for the install of another tenant counts once, for the account, as one for an install that does not exist', async () => {
  const own = await makeWorld(world.stack)
  await own.admin('PUT', '/api/account', { body: { readsPerMinute: 3 } })
  const missing = `AI${'0'.repeat(32)}`
  for (const [installSid, remaining] of [
    [world.installSid, 2],
    [missing, 1],
    [world.installSid, 0],
  ] as const) {
    const { status, headers } = await own.admin('GET', `/v1/installs/${installSid}/users`)
    expect([status, headers.get('ratelimit-policy')]).toEqual([404, '"reads";q=3;w=60'])
    expect(headers.get('ratelimit')).toMatch(new RegExp(`;r=${remaining};`))
  }
  expect((await own.admin('GET', world.path('/users'))).status).toBe(429)
})

test('a JWT that somebody else has written does not count for the caller that it names', async () => {
  const own = await makeWorld(world.stack)
  const issued = await own.admin('POST', '/auth/token', {
    body: { applicationId: own.applicationSid, permissions: ['subscribe'] },
  })
  const jwt = issued.text('token')
  await own.admin('PUT', '/api/account', { body: { readsPerMinute: 1 } })
  const [head, claims] = jwt.split('.')
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const forged = `${head}.${claims}.${'A'.repeat(342)}`
  const anyone = callerOf(own.stack)
  const read = (token: string) => () => anyone('GET', '/api/documents', bearer(token))
  expect(await statusesOf(3, read(forged))).toEqual([401, 401, 401])
  expect(await statusesOf(2, read(jwt))).toEqual([200, 429])
})

test('each JWT of a credential counts for itself', async () => {
  const own = await makeWorld(world.stack)
  const body = { applicationId: own.applicationSid, permissions: ['subscribe'] }
  const issue = async () => (await own.admin('POST', '/auth/token', { body })).text('token')
  const [one, other] = [await issue(), await issue()]
  await own.admin('PUT', '/api/account', { body: { readsPerMinute: 1 } })
  const read = (jwt: string) => () =>
    callerOf(own.stack)('GET', '/api/documents', { headers: { authorization: `Bearer ${jwt}` } })
  expect(await statusesOf(2, read(one))).toEqual([200, 429])
  expect(await statusesOf(2, read(other))).toEqual([200, 429])
})

test('null lifts a limit at once, and a lower limit applies at once', async () => {
  const { call, path, admin } = await limited(world.stack, { readsPerMinute: 1 })
  expect(await statusesOf(2, readUsers(call, path))).toEqual([200, 429])
  await admin('PUT', path('/settings'), { body: { readsPerMinute: null } })
  expect(await statusesOf(2, readUsers(call, path))).toEqual([200, 200])
  await admin('PUT', path('/settings'), { body: { readsPerMinute: 1 } })
  expect(await statusesOf(1, readUsers(call, path))).toEqual([429])
})

test('after its minute a caller has a new one', async () => {
  const { call, path, stack } = await limited(world.stack, { readsPerMinute: 1 })
  expect(await statusesOf(2, readUsers(call, path))).toEqual([200, 429])
  await stack.db.execute(sql`update request_count set started_date = started_date - interval '1 minute'`)
  // The isolate expects a refusal; the database decides.
  expect(await statusesOf(2, readUsers(call, path))).toEqual([200, 429])
})

test('a CSV file, and a request that is authorized before its body is read, count once', async () => {
  const { call, path, admin } = await limited(world.stack, { readsPerMinute: 2, writesPerMinute: 1 })
  for (let at = 0; at < 3; at += 1)
    await admin('POST', path('/users'), { body: { ...user, email: `u${at}@s.example` } })
  const csv = await call('GET', path('/reports/unscheduledLearners'), { headers: { accept: 'text/csv' } })
  expect(csv.headers.get('ratelimit')).toMatch(/;r=1;/)
  const large = { ...user, profile: 'a'.repeat(600 * 1024) }
  const answer = await call('POST', path('/users'), { body: large })
  expect(answer.status).toBe(400)
  expect(answer.headers.get('ratelimit')).toMatch(/"writes";r=0;/)
})

test('a replay counts as a request, and has the headers of its own', async () => {
  const { call, path } = await limited(world.stack, { writesPerMinute: 2 })
  const headers = { 'idempotency-key': 'one' }
  const first = await call('POST', path('/users'), { body: user, headers })
  const again = await call('POST', path('/users'), { body: user, headers })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('ratelimit')).toMatch(/;r=0;/)
  expect((await call('POST', path('/users'), { body: user, headers })).status).toBe(429)
})
