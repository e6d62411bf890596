// Listing the tokens of an install, and revoking one family.
import { beforeAll, describe, expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import { callerOf } from '../../support/client.ts'
import { badPaths, problemOf } from '../../support/problem.ts'
import { age, backend, chainFrom, record, refresh, revoke, statusesOf } from '../../support/sts.ts'
import { type Issued, issueApiToken, issueToken, mintingNothing } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
let userSid: string
beforeAll(async () => {
  world = await makeWorld()
  userSid = await world.user()
})

const issue = (members: Record<string, unknown> = {}, targetUserSid = userSid) =>
  issueToken(world, { targetUserSid, ...members })
const tokens = (rest = '') => world.path(`/sts/tokens${rest}`)
const list = (query: Record<string, string> = {}) =>
  world.admin('GET', tokens(`?${new URLSearchParams({ limit: '1000', ...query })}`))
const listedSids = async (query: Record<string, string>) =>
  (await list(query)).list('results').map(({ sid }) => sid)
const sidsOf = (issued: Issued[]) => issued.map(({ sid }) => sid)
const instant = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)

describe('the record of a token', () => {
  test('contains its user, purpose, issuer and end, and no secret; it has one round trip', async () => {
    const { answer, sid, secret } = await issue({ elementType: 'proctoring-session', resource: userSid })
    const read = await record(world, { sid })
    expect(read).toMatchObject({ status: 200, roundTrips: 1 })
    expect(read.body).toEqual({
      ...{ sid, rootSid: sid, tokenType: 'element', elementType: 'proctoring-session' },
      ...{ targetUserSid: userSid, resource: userSid, credentialSid: expect.stringMatching(/^AK/) },
      ...{ active: true, reason: null, replacedBySid: null, createdDate: instant },
      expiresAt: answer.text('expiresAt'),
      absoluteExpiresAt: answer.text('absoluteExpiresAt'),
    })
    for (const hidden of [secret, secret.slice(-49), answer.text('elementToken')])
      expect(read.raw).not.toContain(hidden)
  })

  test('of an api token has no element type, and no user if it has none', async () => {
    const { sid } = await issueApiToken(world, allow(['sp:ListUsers'], ['*']))
    const { body } = await record(world, { sid })
    expect(body).toMatchObject({ tokenType: 'api', elementType: null, targetUserSid: null, active: true })
  })

  test('names the credential that issued the root, whichever credential refreshed it', async () => {
    const [creator, other] = [await backend(world), await backend(world)]
    const root = await issueToken(world, { targetUserSid: userSid }, creator.call)
    const successor = await refresh(world, root, other.call)
    for (const token of [root, successor])
      expect((await record(world, token)).text('credentialSid')).toBe(creator.sid)
  })

  test('of each generation names the root and the replacement', async () => {
    const chain = await chainFrom(world, await issue(), 2)
    const records = await Promise.all(chain.map(token => record(world, token)))
    expect(records.map(({ body }) => [body['rootSid'], body['replacedBySid']])).toEqual(
      [1, 2, 3].map(next => [chain[0]?.sid, chain[next]?.sid ?? null]),
    )
    expect(records.map(({ body }) => [body['active'], body['reason']])).toEqual([
      ...[0, 1].map(() => [false, 'replaced']),
      [true, null],
    ])
  })

  test('of an expired token has the state expired', async () => {
    const root = await issue()
    await age(world, root, 901)
    expect((await record(world, root)).body).toMatchObject({ active: false, reason: 'expired' })
  })
})

describe('the list', () => {
  test('contains every generation of every token in complete envelopes, oldest first, in one round trip', async () => {
    const own = await makeWorld()
    const targetUserSid = await own.user()
    const chain = await chainFrom(own, await issueToken(own, { targetUserSid }), 2)
    const all = [...chain, await issueToken(own, { targetUserSid })]
    const page = await own.admin('GET', own.path('/sts/tokens?limit=3'))
    expect(page).toMatchObject({ status: 200, roundTrips: 1 })
    expect(page.body).toMatchObject({ total: 4, count: 3, offset: 0, prev: null })
    const rest = await own.admin('GET', page.text('next'))
    expect(rest.body).toMatchObject({ total: 4, count: 1, offset: 3, next: null })
    const results = [...page.list('results'), ...rest.list('results')]
    expect(results.map(({ sid }) => sid)).toEqual(sidsOf(all))
    expect(results).toEqual(await Promise.all(all.map(async token => (await record(own, token)).body)))
    const newestFirst = await own.admin('GET', own.path('/sts/tokens?sortOrder=DESC&limit=1'))
    expect(newestFirst.list('results').map(({ sid }) => sid)).toEqual([all[3]?.sid])
    expect((await own.admin('GET', own.path('/sts/tokens?limit=0'))).body).toMatchObject({
      ...{ total: 4, results: [] },
    })
  })

  test('can be filtered by user, by activity, and by both', async () => {
    const targetUserSid = await world.user()
    const chain = await chainFrom(world, await issue({}, targetUserSid), 1)
    const gone = await issue({}, targetUserSid)
    const late = await issue({}, targetUserSid)
    await revoke(world, gone)
    await age(world, late, 901)
    const beside = await issue()
    const dead = [chain[0]?.sid, gone.sid, late.sid].toSorted()
    expect(await listedSids({ targetUserSid, active: 'true' })).toEqual([chain[1]?.sid])
    expect((await listedSids({ targetUserSid, active: 'false' })).toSorted()).toEqual(dead)
    expect((await list({ targetUserSid })).count('total')).toBe(4)
    const living = await listedSids({ active: 'true' })
    expect(living).toEqual(expect.arrayContaining([chain[1]?.sid, beside.sid]))
    for (const sid of dead) expect(living).not.toContain(sid)
  })

  test('contains nothing of a user of another install', async () => {
    const other = await makeWorld()
    const targetUserSid = await other.user()
    await issueToken(other, { targetUserSid })
    expect((await list({ targetUserSid })).body).toMatchObject({ total: 0, results: [] })
  })

  test.each([
    ['targetUserSid', 'ada'],
    ['active', 'maybe'],
    ['limit', '-1'],
    ['sortKeys', 'secret'],
  ])('refuses %s=%s', async (name, value) => {
    expect(badPaths(await list({ [name]: value })).join()).toContain(name)
  })

  test('names the known filters for an unknown one', async () => {
    const answer = await list({ userSid })
    problemOf(answer, 400)
    for (const known of ['targetUserSid', 'active', 'offset']) expect(answer.raw).toContain(known)
  })
})

describe('revoking', () => {
  test('returns 204 in at most two round trips, and the token ends at once', async () => {
    const token = await issue()
    expect(await statusesOf(world, userSid, [token])).toEqual([200])
    const answer = await revoke(world, token)
    expect(answer).toMatchObject({ status: 204, raw: '' })
    expect(answer.roundTrips).toBeLessThanOrEqual(2)
    expect(await statusesOf(world, userSid, [token])).toEqual([401])
    expect((await record(world, token)).body).toMatchObject({ active: false, reason: 'revoked' })
  })

  test.each([0, 1, 2])('generation %i of three ends its whole family and no sibling', async generation => {
    const [root, sibling] = [await issue(), await issue()]
    const chain = await chainFrom(world, root, 2)
    expect((await revoke(world, chain[generation] ?? root)).status).toBe(204)
    expect(await statusesOf(world, userSid, [...chain, sibling])).toEqual([401, 401, 401, 200])
    for (const { sid } of chain)
      problemOf(
        await mintingNothing(world, () => world.admin('POST', tokens(`/${sid}/refresh`), { body: {} })),
        409,
      )
  })

  test('again is granted, for every generation', async () => {
    const chain = await chainFrom(world, await issue(), 1)
    for (const token of [...chain, ...chain]) expect((await revoke(world, token)).status).toBe(204)
  })

  test('an expired token is granted', async () => {
    const token = await issue()
    await age(world, token, 901)
    expect((await revoke(world, token)).status).toBe(204)
  })
})

describe('of another install', () => {
  test('a token is 404 under either path, and stays active', async () => {
    const other = await makeWorld()
    const strangerSid = await other.user()
    const foreign = await issueToken(other, { targetUserSid: strangerSid })
    for (const method of ['GET', 'DELETE'])
      for (const path of [tokens(`/${foreign.sid}`), other.path(`/sts/tokens/${foreign.sid}`)])
        problemOf(await world.admin(method, path), 404)
    expect(await statusesOf(other, strangerSid, [foreign])).toEqual([200])
  })

  test('a token of the same account is 404 under the path of this install', async () => {
    const sibling = await world.admin('POST', '/v1/installs', { body: { name: 'Sibling' } })
    const token = await issue()
    const path = `/v1/installs/${sibling.text('sid')}/sts/tokens/${token.sid}`
    for (const method of ['GET', 'DELETE']) problemOf(await world.admin(method, path), 404)
    expect(await statusesOf(world, userSid, [token])).toEqual([200])
  })

  test('an unknown token is 404, and a malformed sid is 404 or 400', async () => {
    problemOf(await record(world, { sid: newSid('TA') }), 404)
    problemOf(await revoke(world, { sid: newSid('TA') }), 404)
    expect([400, 404]).toContain((await record(world, { sid: 'TA1' })).status)
  })
})

describe('each operation', () => {
  const policy = { version: '1', statements: [] }
  const operations = [
    ['sp:ListStsTokens', 'GET', () => '/sts/tokens', undefined],
    ['sp:ReadStsToken', 'GET', (sid: string) => `/sts/tokens/${sid}`, undefined],
    ['sp:RevokeStsToken', 'DELETE', (sid: string) => `/sts/tokens/${sid}`, undefined],
    ['sp:RevokeStsTokens', 'POST', () => '/sts/revocations', { all: true }],
    ['sp:IntrospectStsToken', 'POST', () => '/sts/introspect', { token: 'a' }],
    ['sp:SimulateStsPolicy', 'POST', () => '/sts/simulate', { policy }],
    ['sp:ReadStsAudit', 'GET', () => '/sts/audit', undefined],
  ] as const

  test.each(operations)('%s is refused for an stsToken: 403', async (_, method, rest, body) => {
    const victim = await issue()
    const { call } = await issueApiToken(world, allow(['sp:*'], ['*']))
    for (const caller of [call, victim.call])
      problemOf(await caller(method, world.path(rest(victim.sid)), { body }), 403)
    expect(await statusesOf(world, userSid, [victim])).toEqual([200])
  })

  test.each(operations)(
    '%s requires exactly its action, and names it',
    async (action, method, rest, body) => {
      const { sid } = await issue()
      const others = operations.map(([name]) => name).filter(name => name !== action)
      const { call } = await world.credential(allow(others, ['*']))
      const refused = await call(method, world.path(rest(sid)), { body })
      problemOf(refused, 403)
      expect(refused.raw).toContain(action)
      expect(await statusesOf(world, userSid, [await issue()])).toEqual([200])
    },
  )

  test.each(operations)(
    '%s is 401 without a credential, without a round trip',
    async (_, method, rest, body) => {
      const answer = await callerOf(world.stack)(method, world.path(rest(newSid('TA'))), { body })
      expect(answer).toMatchObject({ status: 401, roundTrips: 0 })
    },
  )
})
