// The audit of the tokens of an install: actor, event, token and time.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, callerOf } from '../../support/client.ts'
import { badPaths, problemOf } from '../../support/problem.ts'
import {
  age,
  askRefresh,
  audit,
  backend,
  chainFrom,
  record,
  refresh,
  revoke,
  revokeMany,
} from '../../support/sts.ts'
import { type Issued, issueApiToken, issueToken } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

type Backend = Awaited<ReturnType<typeof backend>>

let world: World
let adminSid: string
beforeAll(async () => {
  world = await makeWorld()
  const { answer } = await issueToken(world, { targetUserSid: await world.user() })
  adminSid = (await record(world, { sid: answer.text('sid') })).text('credentialSid')
})

const row = (members: Record<string, unknown>) => ({
  sid: expect.stringMatching(/^TR[a-f0-9]{32}$/),
  tokenSid: null,
  rootSid: null,
  targetUserSid: null,
  credentialSid: null,
  actorSid: null,
  createdDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  ...members,
})

/** Runs the request and returns the one row that it created, which must be current. */
async function rowOf(request: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const before = await audit(world)
  const start = Date.now()
  await request()
  const end = Date.now()
  const [added, ...more] = (await audit(world)).slice(before.length)
  expect(more).toEqual([])
  const at = Date.parse(String(added?.['createdDate']))
  expect(at).toBeGreaterThanOrEqual(start - 1)
  expect(at).toBeLessThanOrEqual(end + 1)
  return { ...added }
}

describe('one row is written for', () => {
  test('an issue, with the token, its user and the issuer', async () => {
    const [creator, targetUserSid] = [await backend(world), await world.user()]
    let issued: Issued | undefined
    const added = await rowOf(async () => {
      issued = await issueToken(world, { targetUserSid }, creator.call)
    })
    const [tokenSid, credentialSid] = [issued?.sid, creator.sid]
    expect(added).toEqual(
      row({
        event: 'issued',
        tokenSid,
        rootSid: tokenSid,
        targetUserSid,
        credentialSid,
        actorSid: creator.sid,
      }),
    )
  })

  test('the issue of an api token without a user', async () => {
    const added = await rowOf(() => issueApiToken(world, allow(['sp:ListUsers'], ['*'])))
    expect(added).toMatchObject({ event: 'issued', targetUserSid: null, actorSid: adminSid })
  })

  test('a refresh, with its caller and the family', async () => {
    const [creator, refresher] = [await backend(world), await backend(world)]
    const targetUserSid = await world.user()
    const root = await issueToken(world, { targetUserSid }, creator.call)
    let successor: Issued | undefined
    const added = await rowOf(async () => {
      successor = await refresh(world, root, refresher.call)
    })
    expect(added).toMatchObject({
      event: 'refreshed',
      rootSid: root.sid,
      targetUserSid,
      actorSid: refresher.sid,
    })
    expect([root.sid, successor?.sid]).toContain(added['tokenSid'])
    expect(added['credentialSid']).toBe(creator.sid)
  })

  test('a revocation of one family, with its caller and the generation', async () => {
    const [creator, targetUserSid] = [await backend(world), await world.user()]
    const chain = await chainFrom(world, await issueToken(world, { targetUserSid }, creator.call), 2)
    const middle = { sid: chain[1]?.sid ?? '' }
    const added = await rowOf(() => revoke(world, middle))
    const [tokenSid, rootSid] = [middle.sid, chain[0]?.sid]
    expect(added).toEqual(
      row({
        ...{ event: 'revoked', tokenSid, rootSid, targetUserSid },
        ...{ credentialSid: creator.sid, actorSid: adminSid },
      }),
    )
  })

  test('a revocation of many, with their common member and its caller', async () => {
    const [creator, targetUserSid] = [await backend(world), await world.user()]
    for (let n = 0; n < 3; n += 1) await issueToken(world, { targetUserSid }, creator.call)
    const credentialSid = creator.sid
    const actorSid = adminSid
    const byUser = await rowOf(() => revokeMany(world, { targetUserSid }))
    expect(byUser).toEqual(row({ event: 'user_revoked', targetUserSid, actorSid }))
    const byCredential = await rowOf(() => revokeMany(world, { credentialSid }))
    expect(byCredential).toEqual(row({ event: 'credential_revoked', credentialSid, actorSid }))
    const all = await rowOf(() => revokeMany(world, { all: true }))
    expect(all).toEqual(row({ event: 'install_revoked', actorSid }))
  })

  test('the use of a replaced token, with the token and without a caller', async () => {
    const [creator, targetUserSid] = [await backend(world), await world.user()]
    const root = await issueToken(world, { targetUserSid }, creator.call)
    await refresh(world, root)
    const added = await rowOf(() => root.call('GET', world.path(`/users/${targetUserSid}/profile`)))
    const { sid: tokenSid } = root
    expect(added).toEqual(
      row({ event: 'reused', tokenSid, rootSid: tokenSid, targetUserSid, credentialSid: creator.sid }),
    )
  })
})

describe('no row is written by', () => {
  test.each<[string, (sid: string) => Promise<Answer>]>([
    ['an issue that is refused', () => world.admin('POST', world.path('/sts/tokens'), { body: {} })],
    [
      'a refresh that is refused',
      async sid => {
        await age(world, { sid }, 901)
        return askRefresh(world, { sid })
      },
    ],
    ['a revocation that is refused', () => revokeMany(world, {})],
    ['a revocation without a credential', sid => revoke(world, { sid }, callerOf(world.stack))],
    ['a revocation of an unknown token', () => revoke(world, { sid: `TA${'0'.repeat(32)}` })],
  ])('%s', async (_, request) => {
    const token = await issueToken(world, { targetUserSid: await world.user() })
    const counted = async () => (await audit(world)).length
    const before = await counted()
    expect((await request(token.sid)).status).toBeGreaterThanOrEqual(400)
    expect(await counted()).toBe(before)
  })

  test('a revocation of a family that is revoked', async () => {
    const chain = await chainFrom(world, await issueToken(world, { targetUserSid: await world.user() }), 1)
    const [root = { sid: '' }, successor = { sid: '' }] = chain
    expect((await revoke(world, successor)).status).toBe(204)
    const before = await audit(world)
    for (const token of [successor, root]) expect((await revoke(world, token)).status).toBe(204)
    expect(await audit(world)).toEqual(before)
  })

  test.each<[string, (ended: { root: { sid: string }; by: Backend; userSid: string }) => Promise<unknown>]>([
    ['its user', ({ userSid }) => revokeMany(world, { targetUserSid: userSid })],
    ['its credential', ({ by }) => revokeMany(world, { credentialSid: by.sid })],
    ['its install', () => revokeMany(world, { all: true })],
    ['its expiry', ({ root }) => age(world, root, 901)],
  ])('a revocation of a family that ended with %s', async (_, end) => {
    const [by, userSid] = [await backend(world), await world.user()]
    const chain = await chainFrom(world, await issueToken(world, { targetUserSid: userSid }, by.call), 1)
    const [root = { sid: '' }, successor = { sid: '' }] = chain
    await end({ root, by, userSid })
    const before = await audit(world)
    const { reason } = (await record(world, successor)).body
    for (const token of [successor, root]) expect((await revoke(world, token)).status).toBe(204)
    expect(await audit(world)).toEqual(before)
    expect((await record(world, successor)).body).toMatchObject({ active: false, reason })
  })

  test('reading, listing, introspecting and simulating', async () => {
    const { sid, secret } = await issueToken(world, { targetUserSid: await world.user() })
    const before = await audit(world)
    await record(world, { sid })
    await world.admin('GET', world.path('/sts/tokens'))
    await world.admin('POST', world.path('/sts/introspect'), { body: { token: secret } })
    const policy = { version: '1', statements: [] }
    await world.admin('POST', world.path('/sts/simulate'), { body: { policy } })
    expect(await audit(world)).toEqual(before)
  })
})

describe('the audit', () => {
  test('is read in one round trip in complete envelopes, in either order', async () => {
    const rows = await audit(world)
    const ask = (query: string) => world.admin('GET', world.path(`/sts/audit?${query}`))
    const page = await ask('limit=2')
    expect(page).toMatchObject({ status: 200, roundTrips: 1 })
    expect(page.body).toMatchObject({ total: rows.length, count: 2, offset: 0, prev: null })
    const second = await world.admin('GET', page.text('next'))
    expect([...page.list('results'), ...second.list('results')]).toEqual(rows.slice(0, 4))
    expect((await ask('limit=2&sortOrder=DESC')).list('results')).toEqual(rows.slice(-2).toReversed())
  })

  test('can be filtered by an event, a token, a root and a user', async () => {
    const targetUserSid = await world.user()
    const chain = await chainFrom(world, await issueToken(world, { targetUserSid }), 2)
    const rootSid = chain[0]?.sid ?? ''
    const beside = await issueToken(world, { targetUserSid })
    const eventsOf = async (query: Record<string, string>) =>
      (await audit(world, query)).map(({ event }) => event)
    expect(await eventsOf({ rootSid })).toEqual(['issued', 'refreshed', 'refreshed'])
    expect(await eventsOf({ targetUserSid })).toEqual(['issued', 'refreshed', 'refreshed', 'issued'])
    expect(await eventsOf({ rootSid, event: 'refreshed' })).toEqual(['refreshed', 'refreshed'])
    expect(await eventsOf({ tokenSid: beside.sid })).toEqual(['issued'])
  })

  test.each([
    ['event', 'stolen'],
    ['tokenSid', 'TA1'],
    ['rootSid', 'x'],
    ['targetUserSid', 'ada'],
  ])('refuses %s=%s', async (name, value) => {
    const answer = await world.admin('GET', world.path(`/sts/audit?${name}=${value}`))
    expect(badPaths(answer).join()).toContain(name)
  })

  test('contains nothing of another install', async () => {
    const other = await makeWorld()
    const foreign = await issueToken(other, { targetUserSid: await other.user() })
    expect(await audit(world, { tokenSid: foreign.sid })).toEqual([])
    expect(await audit(other)).toHaveLength(1)
    problemOf(await world.admin('GET', other.path('/sts/audit')), 404)
  })

  test('is kept after the revocation of the credential that it names', async () => {
    const creator = await backend(world)
    const { sid: tokenSid } = await issueToken(world, { targetUserSid: await world.user() }, creator.call)
    await world.admin('DELETE', world.path(`/credentials/${creator.sid}`))
    expect(await audit(world, { tokenSid })).toEqual([
      expect.objectContaining({ event: 'issued', actorSid: creator.sid }),
    ])
  })
})
