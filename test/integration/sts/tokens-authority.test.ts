// The authority of an stsToken follows the current state of its creator, install and user: changes apply at the next request.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiCredential, type StoredPolicy } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { Call } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { refresh } from '../../support/sts.ts'
import { issueApiToken, issueToken, sidOf } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
let userSid: string
beforeAll(async () => {
  world = await makeWorld()
  userSid = await world.user()
})

type Creator = { sid: string; call: Call }
const inInstall = (rest: string) => `installs/${world.installSid}/${rest}`
const newCreator = (): Promise<Creator> => world.credential(allow(['sp:*'], [inInstall('*')]))

const change = (creator: Creator, members: Partial<typeof apiCredential.$inferInsert>) =>
  world.stack.db
    .update(apiCredential)
    .set(members)
    .where(eq(apiCredential.sid, sidOf('AK', creator.sid)))

const grant = (creator: Creator, statements: StoredPolicy['statements']) =>
  change(creator, { policy: { version: '1', statements } })

const list = (call: Call) => call('GET', world.path('/users'))
const read = (call: Call, sid = userSid) => call('GET', world.path(`/users/${sid}/profile`))
const hourAgo = () => new Date(Date.now() - 3_600_000)

/** Expects that the next request is granted, and that all requests after the change are refused. */
async function endsWith(call: Call, change: () => Promise<unknown>) {
  expect((await read(call)).status).toBe(200)
  await change()
  expect([401, 403]).toContain((await read(call)).status)
}

const proctor = (creator: Creator, targetUserSid = userSid) =>
  issueToken(world, { elementType: 'proctoring-session', targetUserSid }, creator.call)

describe("the creator's current policy", () => {
  test('when reduced removes exactly these actions from a token at once', async () => {
    const creator = await newCreator()
    const { call } = await proctor(creator)
    expect((await list(call)).status).toBe(200)
    await grant(creator, allow(['sp:ReadUserProfile'], [inInstall('users/*')]))
    problemOf(await list(call), 403)
    expect((await read(call)).status).toBe(200)
  })

  test('when limited to one resource removes the others', async () => {
    const creator = await newCreator()
    const otherSid = await world.user()
    const { call } = await proctor(creator)
    await grant(creator, allow(['sp:*'], [inInstall(`users/${userSid}/profile`)]))
    expect((await read(call)).status).toBe(200)
    problemOf(await read(call, otherSid), 403)
  })

  test('when extended gives a token nothing beyond its issued policy', async () => {
    const creator = await newCreator()
    const { call } = await issueApiToken(
      world,
      allow(['sp:ReadUserProfile'], [inInstall('users/*')]),
      creator.call,
    )
    await grant(creator, allow(['sp:*'], ['*']))
    problemOf(await list(call), 403)
  })

  test('when restored restores the issued policy of the token', async () => {
    const creator = await newCreator()
    const { call } = await proctor(creator)
    await grant(creator, [])
    problemOf(await list(call), 403)
    await grant(creator, allow(['sp:*'], [inInstall('*')]))
    expect((await list(call)).status).toBe(200)
  })

  test('no longer has to allow the issuing itself', async () => {
    const creator = await newCreator()
    const { call } = await proctor(creator)
    await grant(creator, allow(['sp:ListUsers'], [inInstall('users')]))
    expect((await list(call)).status).toBe(200)
  })
})

test.each(['creator', 'refresher'] as const)(
  'a token that another credential refreshed loses at once what its %s loses, and keeps the rest',
  async who => {
    const credentials = { creator: await newCreator(), refresher: await newCreator() }
    const { call } = await refresh(world, await proctor(credentials.creator), credentials.refresher.call)
    expect((await list(call)).status).toBe(200)
    await grant(credentials[who], allow(['sp:ReadUserProfile'], [inInstall('users/*')]))
    problemOf(await list(call), 403)
    expect((await read(call)).status).toBe(200)
  },
)

describe('a token that another credential refreshed ends at the next request when', () => {
  const ends = { 'is revoked': { revokedAt: new Date() }, expires: { expiresAt: hourAgo() } }
  const cases = (['creator', 'refresher'] as const).flatMap(who =>
    Object.entries(ends).map(([end, members]) => [who, end, members] as const),
  )
  test.each(cases)('its %s %s', async (who, _, members) => {
    const credentials = { creator: await newCreator(), refresher: await newCreator() }
    const { call } = await refresh(world, await proctor(credentials.creator), credentials.refresher.call)
    await endsWith(call, () => change(credentials[who], members))
  })
})

describe('a token ends at the next request when its creator', () => {
  test('is revoked by the API', async () => {
    const creator = await newCreator()
    const { call } = await proctor(creator)
    await endsWith(call, () => world.admin('DELETE', world.path(`/credentials/${creator.sid}`)))
  })

  test('is marked revoked', async () => {
    const creator = await newCreator()
    const { call } = await proctor(creator)
    await endsWith(call, () => change(creator, { revokedAt: new Date() }))
  })

  test('expires', async () => {
    const creator = await newCreator()
    const { call } = await proctor(creator)
    await endsWith(call, () => change(creator, { expiresAt: hourAgo() }))
  })
})

test("another creator's tokens stay active when one is revoked", async () => {
  const [ours, theirs] = [await newCreator(), await newCreator()]
  const { call } = await proctor(ours)
  await change(theirs, { revokedAt: new Date() })
  expect((await read(call)).status).toBe(200)
})

describe('raising the epoch', () => {
  test('of the install refuses the tokens issued before, and not those after', async () => {
    const before = await proctor(await newCreator())
    const { db } = world.stack
    await endsWith(before.call, () =>
      db
        .update(install)
        .set({ stsEpoch: 1 })
        .where(eq(install.sid, sidOf('AI', world.installSid))),
    )
    const after = await proctor(await newCreator())
    expect((await read(after.call)).status).toBe(200)
    expect([401, 403]).toContain((await read(before.call)).status)
  })

  test("of an install keeps another install's tokens", async () => {
    const other = await makeWorld()
    const targetUserSid = await other.user()
    const { call } = await issueToken(other, { targetUserSid })
    const { db } = world.stack
    await db
      .update(install)
      .set({ stsEpoch: 2 })
      .where(eq(install.sid, sidOf('AI', world.installSid)))
    expect((await call('GET', other.path(`/users/${targetUserSid}/profile`))).status).toBe(200)
  })

  test('of the credential refuses the tokens that it created before, not later ones and not those of others', async () => {
    const [creator, bystander] = [await newCreator(), await newCreator()]
    const [before, beside] = [await proctor(creator), await proctor(bystander)]
    await endsWith(before.call, () => change(creator, { stsEpoch: 1 }))
    expect((await read((await proctor(creator)).call)).status).toBe(200)
    expect((await read(beside.call)).status).toBe(200)
  })

  test('of the user refuses the earlier tokens of the user, not later ones and not those of others', async () => {
    const creator = await newCreator()
    const targetUserSid = await world.user()
    const [before, beside] = [await proctor(creator, targetUserSid), await proctor(creator)]
    const { db } = world.stack
    await endsWith(before.call, () =>
      db
        .update(user)
        .set({ stsEpoch: 1 })
        .where(eq(user.sid, sidOf('US', targetUserSid))),
    )
    expect((await read((await proctor(creator, targetUserSid)).call)).status).toBe(200)
    expect((await read(beside.call)).status).toBe(200)
  })
})

describe('a token ends at the next request when', () => {
  test('its family is revoked; a sibling of the same creator and user stays active', async () => {
    const creator = await newCreator()
    const [token, sibling] = [await proctor(creator), await proctor(creator)]
    const { db } = world.stack
    await endsWith(token.call, () =>
      db
        .update(stsFamily)
        .set({ revokedAt: new Date() })
        .where(eq(stsFamily.sid, sidOf('TA', token.sid))),
    )
    expect((await read(sibling.call)).status).toBe(200)
  })

  test('its absolute end has passed, although its own has not', async () => {
    const token = await proctor(await newCreator())
    const { db } = world.stack
    await endsWith(token.call, () =>
      db
        .update(stsFamily)
        .set({ absoluteExpiresAt: hourAgo() })
        .where(eq(stsFamily.sid, sidOf('TA', token.sid))),
    )
  })

  test('its own end has passed by the clock of the database', async () => {
    const token = await proctor(await newCreator())
    const { db } = world.stack
    await db
      .update(stsToken)
      .set({ expiresAt: hourAgo() })
      .where(eq(stsToken.sid, sidOf('TA', token.sid)))
    problemOf(await read(token.call), 401)
  })
})
