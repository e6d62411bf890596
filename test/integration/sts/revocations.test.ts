// One call revokes every token of a user, of a credential or of the install, whatever their number.
import { beforeAll, describe, expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import type { Call } from '../../support/client.ts'
import { badPaths, problemOf } from '../../support/problem.ts'
import { rounds } from '../../support/rounds.ts'
import {
  askRefresh,
  backend,
  chainFrom,
  ofInstall,
  record,
  refresh,
  revoke,
  revokeMany,
  rowsWritten,
  statusesOf,
} from '../../support/sts.ts'
import { type Issued, issueApiToken, issueToken } from '../../support/tokens.ts'
import { allow, makeWorld, sisterOf, type World } from '../../support/world.ts'

let world: World
let userSid: string
beforeAll(async () => {
  world = await makeWorld()
  userSid = await world.user()
})

const issue = (by?: Call, targetUserSid = userSid) => issueToken(world, { targetUserSid }, by)
const statuses = (tokens: Issued[], targetUserSid = userSid) => statusesOf(world, targetUserSid, tokens)

/** Sends a revocation that must be granted, in at most two round trips. */
async function end(body: unknown, by?: Call) {
  const answer = await revokeMany(world, body, by)
  expect(answer, answer.raw).toMatchObject({ status: 204, raw: '' })
  expect(answer.roundTrips).toBeLessThanOrEqual(2)
}

const refused = async (token: Issued) => {
  const answer = await askRefresh(world, token)
  problemOf(answer, 409)
  expect(answer.text('code')).toBe('token_not_active')
}

describe('by user', () => {
  test('every token of the user ends, issued by any credential, and cannot be refreshed; others stay active', async () => {
    const targetUserSid = await world.user()
    const creator = await backend(world)
    const api = await issueApiToken(world, ofInstall(world))
    const policy = { version: '1', statements: ofInstall(world) }
    const ended = [
      await issue(undefined, targetUserSid),
      await issue(creator.call, targetUserSid),
      await issueToken(world, { tokenType: 'api', policy, targetUserSid }),
      ...(await chainFrom(world, await issue(undefined, targetUserSid), 1)).slice(1),
    ]
    const living = [await issue(), await issue(creator.call), api]
    expect(await statuses(ended, targetUserSid)).toEqual(ended.map(() => 200))
    await end({ targetUserSid })
    expect(await statuses(ended, targetUserSid)).toEqual(ended.map(() => 401))
    for (const token of ended) await refused(token)
    expect(await statuses(living)).toEqual(living.map(() => 200))
  })

  test('later tokens are active and can be refreshed, and earlier ones stay revoked', async () => {
    const targetUserSid = await world.user()
    const before = await issue(undefined, targetUserSid)
    await end({ targetUserSid })
    const after = await issue(undefined, targetUserSid)
    expect(await statuses([before, after], targetUserSid)).toEqual([401, 200])
    const successor = await refresh(world, after)
    await end({ targetUserSid })
    expect(await statuses([before, after, successor], targetUserSid)).toEqual([401, 401, 401])
  })
})

describe('by credential', () => {
  test('every token that it issued ends, for any user; those of others stay active', async () => {
    const [creator, other] = [await backend(world), await backend(world)]
    const targetUserSid = await world.user()
    const ended = [await issue(creator.call), await issue(creator.call)]
    const elsewhere = await issue(creator.call, targetUserSid)
    const living = [await issue(other.call), await issue()]
    await end({ credentialSid: creator.sid })
    expect(await statuses([...ended, ...living])).toEqual([401, 401, 200, 200])
    expect(await statuses([elsewhere], targetUserSid)).toEqual([401])
    for (const token of ended) await refused(token)
  })

  test('the credential itself stays active, and tokens that it issues later are active', async () => {
    const creator = await backend(world)
    const before = await issue(creator.call)
    await end({ credentialSid: creator.sid })
    const after = await issue(creator.call)
    const successor = await refresh(world, after, creator.call)
    expect(await statuses([before, after, successor])).toEqual([401, 401, 200])
  })

  test('the credential itself stays active, and tokens that it refreshes later are active', async () => {
    const refresher = await backend(world)
    await end({ credentialSid: refresher.sid })
    const successor = await refresh(world, await issue(), refresher.call)
    expect(await statuses([successor])).toEqual([200])
  })

  test('the credential can be the caller', async () => {
    const creator = await backend(world)
    const token = await issue(creator.call)
    await end({ credentialSid: creator.sid }, creator.call)
    expect(await statuses([token, await issue(creator.call)])).toEqual([401, 200])
  })

  test.each(['creator', 'refresher'] as const)(
    'a token that another credential refreshed ends with its %s',
    async who => {
      const credentials = { creator: await backend(world), refresher: await backend(world) }
      const root = await issue(credentials.creator.call)
      const successor = await refresh(world, root, credentials.refresher.call)
      await end({ credentialSid: credentials[who].sid })
      expect(await statuses([root, successor])).toEqual([401, 401])
      await refused(successor)
      expect((await record(world, successor)).body['reason']).toBe('credential_revoked')
    },
  )

  test.each(['creator', 'refresher'] as const)('and when the credential of its %s is deleted', async who => {
    const credentials = { creator: await backend(world), refresher: await backend(world) }
    const root = await issue(credentials.creator.call)
    const successor = await refresh(world, root, credentials.refresher.call)
    const deleted = await world.admin('DELETE', world.path(`/credentials/${credentials[who].sid}`))
    expect(deleted.status).toBeLessThan(300)
    expect(await statuses([root, successor])).toEqual([401, 401])
    await refused(successor)
  })

  test('a caller that is bound to the install cannot end those of an account-wide credential', async () => {
    const bound = await backend(world)
    const token = await issue()
    const { credentialSid } = (await record(world, token)).body
    const answer = await revokeMany(world, { credentialSid }, bound.call)
    expect([400, 403, 404]).toContain(answer.status)
    problemOf(answer, answer.status)
    expect(await statuses([token])).toEqual([200])
  })
})

describe('by install', () => {
  test('all of its tokens end and none of another install; later tokens are active', async () => {
    const [own, other] = [await makeWorld(), await makeWorld()]
    const [ownUser, otherUser] = [await own.user(), await other.user()]
    const ended = [
      ...(await chainFrom(own, await issueToken(own, { targetUserSid: ownUser }), 1)),
      await issueApiToken(own, ofInstall(own)),
    ]
    const foreign = await issueToken(other, { targetUserSid: otherUser })
    expect((await revokeMany(own, { all: true })).status).toBe(204)
    expect(await statusesOf(own, ownUser, ended)).toEqual(ended.map(() => 401))
    expect(await statusesOf(other, otherUser, [foreign])).toEqual([200])
    const after = await issueToken(own, { targetUserSid: ownUser })
    expect(await statusesOf(own, ownUser, [after, await refresh(own, after)])).toEqual([401, 200])
  })

  test('the credentials of the install stay active', async () => {
    const own = await makeWorld()
    const { call } = await own.credential(allow(['sp:ListUsers'], ['*']))
    await revokeMany(own, { all: true })
    expect((await call('GET', own.path('/users'))).status).toBe(200)
  })
})

const many = rounds({ quick: 20, all: 200 })

describe('at most 3 rows are written', () => {
  const total = (written: Record<string, number>) =>
    Object.values(written).reduce((sum, count) => sum + count, 0)

  test(`to revoke a family of ${many} tokens`, async () => {
    const chain = await chainFrom(world, await issue(), many - 1)
    const written = await rowsWritten(world, () => revoke(world, chain[many / 2] ?? { sid: '' }))
    expect(total(written), JSON.stringify(written)).toBeLessThanOrEqual(3)
    expect(await statuses(chain.slice(-2))).toEqual([401, 401])
  })

  test.each(['user', 'credential', 'install'] as const)(`to revoke ${many} families by %s`, async by => {
    const creator = await backend(world)
    const targetUserSid = await world.user()
    const families = await Promise.all(Array.from({ length: many }, () => issue(creator.call, targetUserSid)))
    const body = {
      user: { targetUserSid },
      credential: { credentialSid: creator.sid },
      install: { all: true },
    }[by]
    const written = await rowsWritten(world, () => end(body))
    expect(total(written), JSON.stringify(written)).toBeLessThanOrEqual(3)
    expect(total(written)).toBeGreaterThanOrEqual(1)
    expect(new Set(await statuses(families, targetUserSid))).toEqual(new Set([401]))
  })
})

describe('exactly one member selects the tokens', () => {
  const known = () => ({ targetUserSid: userSid, credentialSid: newSid('AK'), all: true })

  test.each<[string, () => unknown]>([
    ['none', () => ({})],
    [
      'user and credential',
      () => ({ targetUserSid: known().targetUserSid, credentialSid: known().credentialSid }),
    ],
    ['user and all', () => ({ targetUserSid: userSid, all: true })],
    ['user and not all', () => ({ targetUserSid: userSid, all: false })],
    ['all three', known],
    ['not all', () => ({ all: false })],
    ['all as a string', () => ({ all: 'true' })],
    ['a null user', () => ({ targetUserSid: null })],
    ['an unknown member', () => ({ all: true, installSid: world.installSid })],
    ['a list', () => [{ all: true }]],
    ['a malformed user', () => ({ targetUserSid: 'ada' })],
    ['a sid of another kind', () => ({ targetUserSid: newSid('AK') })],
  ])('%s is 400 and ends nothing', async (_, bodyOf) => {
    const token = await issue()
    const written = await rowsWritten(world, async () => problemOf(await revokeMany(world, bodyOf()), 400))
    expect(written).toEqual({})
    expect(await statuses([token])).toEqual([200])
  })

  const others = { account: makeWorld, 'install of the account': () => sisterOf(world) }
  const strangers = (['targetUserSid', 'credentialSid'] as const).flatMap(name =>
    Object.entries(others).map(([kind, makeOther]) => [name, kind, makeOther] as const),
  )
  test.each(strangers)(
    'an unknown %s is 400, as is one of another %s, whose tokens stay active',
    async (name, _, makeOther) => {
      const other = await makeOther()
      const strangerSid = await other.user()
      const stranger = await backend(other)
      const foreign = await issueToken(other, { targetUserSid: strangerSid }, stranger.call)
      const theirs = { targetUserSid: strangerSid, credentialSid: stranger.sid }[name]
      const nobody = newSid(name === 'targetUserSid' ? 'US' : 'AK')
      for (const sid of [theirs, nobody])
        expect(badPaths(await revokeMany(world, { [name]: sid }))).toEqual([name])
      expect(await statusesOf(other, strangerSid, [foreign])).toEqual([200])
    },
  )
})
