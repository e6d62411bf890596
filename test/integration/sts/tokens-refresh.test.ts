// B2: a successor has the same scope and absolute end, and a new secret; the old token ends with it.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { newSid } from '../../../db/sid.ts'
import { type Call, callerOf } from '../../support/client.ts'
import { badPaths, problemOf } from '../../support/problem.ts'
import {
  holderOf,
  type Issued,
  issueApiToken,
  issueToken,
  mintingNothing,
  sidOf,
} from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
let userSid: string
beforeAll(async () => {
  world = await makeWorld()
  userSid = await world.user()
})

const issue = (members: Record<string, unknown> = {}, by?: Call) =>
  issueToken(world, { targetUserSid: userSid, ...members }, by)
const ask = (sid: string, body: unknown = {}, call = world.admin) =>
  call('POST', world.path(`/sts/tokens/${sid}/refresh`), { body })
const read = (call: Call, sid = userSid) => call('GET', world.path(`/users/${sid}/profile`))
const secondsUntil = (instant: string) => (Date.parse(instant) - Date.now()) / 1000
const inMs = (ms: number) => new Date(Date.now() + ms)

const changeFamily = ({ sid }: Issued, members: Partial<typeof stsFamily.$inferInsert>) =>
  world.stack.db
    .update(stsFamily)
    .set(members)
    .where(eq(stsFamily.sid, sidOf('TA', sid)))

/** Refreshes a token; the refresh must be granted. */
async function refresh({ sid }: { sid: string }, body: unknown = {}, by?: Call): Promise<Issued> {
  const answer = await ask(sid, body, by)
  expect(answer.status, answer.raw).toBe(200)
  return holderOf(world.stack, answer)
}

const mintsNothing = <T>(request: () => Promise<T>) => mintingNothing(world, request)

describe('a refresh', () => {
  test('returns 200 with a new token set that names the replaced token, in at most two round trips', async () => {
    const root = await issue()
    const { answer, sid, secret } = await refresh(root)
    expect(answer.body).toMatchObject({
      previousSid: root.sid,
      elementType: 'exam-session',
      tokenType: 'element',
      expiresIn: 900,
      absoluteExpiresAt: root.answer.text('absoluteExpiresAt'),
    })
    expect(sid).toMatch(/^TA[a-f0-9]{32}$/)
    expect(sid).not.toBe(root.sid)
    expect(secret).toMatch(/_[0-9A-Za-z]{49}$/)
    expect(secret).not.toBe(root.secret)
    expect(answer.text('expiresAt')).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
    expect(answer.roundTrips).toBeLessThanOrEqual(2)
    expect(answer.headers.get('cache-control')).toContain('no-store')
  })

  test('has no elementToken, which only the issue returns', async () => {
    expect((await refresh(await issue())).answer.body['elementToken'] ?? null).toBeNull()
  })

  test.each([undefined, '{}'])('accepts the body %s', async body => {
    const path = world.path(`/sts/tokens/${(await issue()).sid}/refresh`)
    expect((await world.admin('POST', path, { body })).status).toBe(200)
  })

  test('ends the old token at once, and the new one works', async () => {
    const root = await issue()
    const successor = await refresh(root)
    problemOf(await read(root.call), 401)
    expect((await read(successor.call)).status).toBe(200)
  })

  test('keeps the scope of an element: its own user only', async () => {
    const { call } = await refresh(await issue())
    problemOf(await read(call, await world.user()), 403)
    problemOf(await call('GET', world.path('/users')), 403)
  })

  test('keeps the policy of an api token, even if its creator has a wider one', async () => {
    const policy = allow(['sp:ListUsers'], [`installs/${world.installSid}/users`])
    const { call, answer } = await refresh(await issueApiToken(world, policy))
    expect(answer.text('tokenType')).toBe('api')
    expect((await call('GET', world.path('/users'))).status).toBe(200)
    problemOf(await read(call), 403)
  })

  test('repeated ten times keeps the absolute end of the root, and only the last token is active', async () => {
    const chain = [await issue()]
    for (let n = 0; n < 10; n += 1) chain.push(await refresh(chain.at(-1) ?? { sid: '' }))
    expect(new Set(chain.map(({ answer }) => answer.text('absoluteExpiresAt'))).size).toBe(1)
    const statuses = await Promise.all(chain.map(async ({ call }) => (await read(call)).status))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 200])
  })
})

describe('the lifetime of a successor', () => {
  test.each([
    [1, 1],
    [60, 60],
    [3600, 3600],
    [3601, 3600],
    [Number.MAX_SAFE_INTEGER, 3600],
  ])('of expiresIn %i is %i seconds', async (expiresIn, granted) => {
    const { answer } = await refresh(await issue(), { expiresIn })
    expect(answer.count('expiresIn')).toBe(granted)
    expect(secondsUntil(answer.text('expiresAt'))).toBeLessThanOrEqual(granted)
    expect(secondsUntil(answer.text('expiresAt'))).toBeGreaterThan(granted - 5)
  })

  test('is limited by the current setting of the install', async () => {
    const root = await issue()
    const setMaxTtl = (maxTokenTtlSeconds: number) =>
      world.stack.db
        .update(install)
        .set({ maxTokenTtlSeconds })
        .where(eq(install.sid, sidOf('AI', world.installSid)))
    await setMaxTtl(120)
    const { answer } = await refresh(root, { expiresIn: 3600 })
    await setMaxTtl(3600)
    expect(answer.count('expiresIn')).toBe(120)
  })

  test('does not go beyond the absolute end', async () => {
    const root = await issue()
    await changeFamily(root, { absoluteExpiresAt: inMs(100_000) })
    const { answer } = await refresh(root, { expiresIn: 3600 })
    expect(Date.parse(answer.text('expiresAt'))).toBeLessThanOrEqual(
      Date.parse(answer.text('absoluteExpiresAt')),
    )
    expect(answer.count('expiresIn')).toBeLessThanOrEqual(100)
    expect(answer.count('expiresIn')).toBeGreaterThan(90)
  })

  test.each([0, -1, 1.5, '60', true])('of expiresIn %j is 400', async expiresIn => {
    const { sid, call } = await issue()
    const answer = await mintsNothing(() => ask(sid, { expiresIn }))
    expect(badPaths(answer).join()).toContain('expiresIn')
    expect((await read(call)).status).toBe(200)
  })

  test.each([
    ['elementType', 'proctoring-session'],
    ['resource', '*'],
    ['policy', { version: '1', statements: allow(['sp:*'], ['*']) }],
    ['targetUserSid', newSid('US')],
    ['absoluteExpiresAt', '2099-01-01T00:00:00.000Z'],
  ])('is the only member of a body: %s is 400', async (name, value) => {
    const { sid } = await issue()
    const answer = await mintsNothing(() => ask(sid, { [name]: value }))
    problemOf(answer, 400)
    expect(answer.raw).toContain(name)
  })
})

describe('a refresh is refused', () => {
  const refused = async (sid: string) => {
    const answer = await mintsNothing(() => ask(sid))
    problemOf(answer, 409)
    expect(answer.text('code')).toBe('token_not_active')
    return answer
  }

  test('of a token that was refreshed: 409 with its replacement, which stays active', async () => {
    const root = await issue()
    const successor = await refresh(root)
    expect((await refused(root.sid)).text('replacedBy')).toBe(successor.sid)
    expect((await read(successor.call)).status).toBe(200)
    await refresh(successor)
  })

  test('of an expired token', async () => {
    const { sid } = await issue()
    await world.stack.db
      .update(stsToken)
      .set({ expiresAt: inMs(-1000) })
      .where(eq(stsToken.sid, sidOf('TA', sid)))
    expect((await refused(sid)).body['replacedBy'] ?? null).toBeNull()
  })

  test('after the absolute end', async () => {
    const root = await issue()
    await changeFamily(root, { absoluteExpiresAt: inMs(-1000) })
    await refused(root.sid)
  })

  test('of a revoked family', async () => {
    const root = await issue()
    await changeFamily(root, { revokedAt: new Date() })
    expect((await refused(root.sid)).body['replacedBy'] ?? null).toBeNull()
  })

  test('of tokens from before the epoch of the credential that created them', async () => {
    const creator = await world.credential(allow(['sp:*'], [`installs/${world.installSid}/*`]))
    const { sid } = await issue({}, creator.call)
    await world.stack.db
      .update(apiCredential)
      .set({ stsEpoch: 1 })
      .where(eq(apiCredential.sid, sidOf('AK', creator.sid)))
    await refused(sid)
  })

  test("of an unknown token, and of another install's: 404", async () => {
    const other = await makeWorld()
    const foreign = await issueToken(other, { targetUserSid: await other.user() })
    for (const sid of [newSid('TA'), foreign.sid]) problemOf(await mintsNothing(() => ask(sid)), 404)
    const theirs = await other.admin('POST', other.path(`/sts/tokens/${foreign.sid}/refresh`), { body: {} })
    expect(theirs.status).toBe(200)
  })

  test('for a caller without sp:RefreshStsToken: 403 names the action', async () => {
    const { sid, call } = await issue()
    const narrow = await world.credential(allow(['sp:CreateStsToken', 'sp:ReadUserProfile'], ['*']))
    const answer = await mintsNothing(() => ask(sid, {}, narrow.call))
    problemOf(answer, 403)
    expect(answer.raw).toContain('sp:RefreshStsToken')
    expect((await read(call)).status).toBe(200)
  })

  test('without a credential: 401 without a round trip', async () => {
    const { sid } = await issue()
    const answer = await mintsNothing(() => ask(sid, {}, callerOf(world.stack)))
    expect(answer).toMatchObject({ status: 401, roundTrips: 0 })
  })

  test("if its creator no longer has the token's permissions", async () => {
    const creator = await world.credential(allow(['sp:*'], [`installs/${world.installSid}/*`]))
    const { sid } = await issue({ elementType: 'proctoring-session' }, creator.call)
    const statements = allow(['sp:RefreshStsToken', 'sp:ReadUserProfile'], ['*'])
    await world.stack.db
      .update(apiCredential)
      .set({ policy: { version: '1', statements } })
      .where(eq(apiCredential.sid, sidOf('AK', creator.sid)))
    const answer = await mintsNothing(() => ask(sid, {}, creator.call))
    problemOf(answer, 403)
    expect(answer.text('code')).toBe('permission_ceiling_violation')
  })
})
