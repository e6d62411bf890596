// PUT /v1/installs/{installSid}/users/{userSid}: an administrator changes a user.
import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { user } from '../../../../db/schema/user.ts'
import { newSid } from '../../../../db/sid.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { rotating } from '../../../support/rounds.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

type Members = Record<string, unknown>

/** A world with one user. */
async function makeUser(members: Members = {}, given?: World) {
  const world = given ?? (await makeWorld())
  const userSid = await world.user(members)
  const at = world.path(`/users/${userSid}`)
  const put = (body: unknown) => world.admin('PUT', at, { body })
  const read = async () => (await world.admin('GET', `${at}/profile`)).body
  async function change(body: Members) {
    const answer = await put(body)
    expect(answer.status, answer.raw).toBe(200)
    expect(answer.json).toEqual(expect.stringMatching(/./))
    expect(answer.roundTrips).toBeLessThanOrEqual(2)
  }
  return { world, userSid, at, put, read, change }
}

const required = { firstName: 'Zoë', lastName: 'O’Neil', email: 'zoe@school.example' }
const nullable = {
  ...{ preferredEmail: 'zoe@home.example', homePhone: '+33 1', mobilePhone: '+33 6', currencyCode: 'EUR' },
  ...{ latitude: -48.8566, longitude: 0, username: 'Zoë.1', lmsId: 'L 1', sisId: 'S/1', apiId: 'A-1' },
  ...{ address: '1 Rue Zoë\n75001 Paris', externalId: 'X_1' },
}
const everything: Members = { ...required, ...nullable, role: 'proctor', enabled: true }

type User = Awaited<ReturnType<typeof makeUser>>

/** A user for the tests that set single members, one for those that clear, and one that no test changes. */
let set: User
let cleared: User
let refusing: User
let unchanged: Members
beforeAll(async () => {
  set = await makeUser({ username: 'ada', sisId: 'S', externalId: 'E', currencyCode: 'USD' })
  cleared = await makeUser()
  refusing = await makeUser()
  unchanged = await refusing.read()
})

test.each(Object.entries(everything))('%s is set to %j, and nothing else changes', async (name, value) => {
  const { change, read } = set
  const { authentication: _, ...before } = await read() // it repeats the username
  await change({ [name]: value })
  expect(await read()).toMatchObject({ ...before, [name]: value, editDate: expect.any(String) })
})

test.each(['admin', 'instructor', 'proctor', 'learner'])('the role can be %s', async role => {
  const { change, read } = await makeUser()
  await change({ role })
  expect(await read()).toMatchObject({ role })
})

test('all members can be sent at once, and an empty PUT changes none of them', async () => {
  const { change, read, world } = await makeUser()
  const zones = await world.admin('GET', '/v1/timezones?name=Asia/Tokyo')
  const all = { ...everything, timeZoneSid: zones.list('results')[0]?.['sid'], password: 'Correct4horse!' }
  await change(all)
  const { password: _, ...shown } = all
  expect(await read()).toMatchObject(shown)
  await change({})
  expect(await read()).toMatchObject(shown)
})

test.each(Object.keys(nullable))('a null clears %s and nothing else', async name => {
  const { change, read } = cleared
  await change(everything)
  await change({ [name]: null })
  expect(await read()).toMatchObject({ ...everything, [name]: null })
})

test('the external id is accepted in both spellings, and both at once are 400', async () => {
  const { change, read, put } = await makeUser()
  await change({ exernalId: 'X1' })
  expect(await read()).toMatchObject({ externalId: 'X1' })
  const paths = badPaths(await put({ exernalId: 'X2', externalId: 'X2' }))
  for (const path of paths) expect(['exernalId', 'externalId']).toContain(path)
  await change({ exernalId: null })
  expect(await read()).toMatchObject({ externalId: null })
})

test('a new password replaces the stored hash and is in no response, and a null removes it', async () => {
  const { change, read, userSid, world } = await makeUser({ username: 'ada', password: 'Correct4horse!' })
  const hash = async () => {
    const rows = await world.stack.db
      .select({ hash: user.passwordHash })
      .from(user)
      .where(eq(user.sid, sidOf('US', userSid)))
    return rows[0]?.hash
  }
  const before = await hash()
  expect(before).toEqual(expect.any(String))
  await change({ firstName: 'Ada' })
  expect(await hash()).toBe(before)
  await change({ password: 'Battery5staple!' })
  const after = await hash()
  expect(after).toEqual(expect.any(String))
  expect(after).not.toBe(before)
  expect(after).not.toContain('Battery5staple!')
  expect(JSON.stringify(await read())).not.toContain('Battery5staple!')
  await change({ password: null })
  expect(await hash()).toBeNull()
})

test('a PUT changes editDate and keeps createdDate', async () => {
  const { change, read } = await makeUser()
  const before = await read()
  await setTimeout(10)
  await change({ currencyCode: 'EUR' })
  const after = await read()
  expect(Date.parse(String(after['editDate']))).toBeGreaterThan(Date.parse(String(before['editDate'])))
  expect(after['createdDate']).toBe(before['createdDate'])
})

test('a username of another user of the install is 409 in any letter case, and nothing changes', async () => {
  const { put, world } = await makeUser({ username: 'ada' })
  await makeUser({ username: 'Grace' }, world)
  for (const username of ['Grace', 'gRACE'])
    await changingNoRow(world, async () => {
      const answer = await put({ username, firstName: 'Other' })
      problemOf(answer, 409)
      expect(answer.text('code')).toBe('username_taken')
    })
})

test('the user’s own username in another letter case, and one of another install, are available', async () => {
  const { change, read } = await makeUser({ username: 'ada' })
  await makeUser({ username: 'grace' })
  await change({ username: 'ADA' })
  await change({ username: 'grace' })
  expect(await read()).toMatchObject({ username: 'grace' })
})

test('a released username is available', async () => {
  const { change, world } = await makeUser({ username: 'ada' })
  const other = await makeUser({}, world)
  await change({ username: null })
  await other.change({ username: 'ada' })
})

const each = (fields: string[], ...values: unknown[]) =>
  fields.flatMap(field => values.map((value): [string, unknown] => [field, value]))
const texts = Object.keys({ ...required, ...nullable }).filter(name => !/itude$/.test(name))
const refusals: [field: string, value: unknown][] = [
  ...texts.flatMap((text, at) =>
    each([text], ...rotating([5, '', 'a\u0000b', 'a\ud800b', 'x'.repeat(1001)], at, 2)),
  ),
  ...each([...Object.keys(required), 'role'], null),
  ...each(['email', 'preferredEmail'], 'ada', 'a b@c.example'),
  ...each(['currencyCode'], 'eur', 'EURO'),
  ...each(['latitude'], 90.1, -90.1, '5'),
  ...each(['longitude'], 180.1, -180.1, true),
  ...each(['timeZoneSid'], 'UTC', newSid('TZ'), newSid('US')),
  ...each(['role'], 'boss', 'Admin', 1),
  ...each(['enabled'], 'true', 1),
  ...each(
    ['password'],
    'short1!',
    'nouppercase1!',
    'NOLOWERCASE1!',
    'NoDigits!!',
    'NoSpecial11',
    `Aa1!${'a'.repeat(27)}`,
  ),
  ...each(['nickname', 'sid', 'installSid', 'editDate', 'erasedDate', 'passwordHash', 'svcId'], 'x'),
]

test.each(refusals)('%s of %j is 400 and named, and nothing changes', async (field, value) => {
  const { put, read } = refusing
  expect(new Set(badPaths(await put({ lastName: 'Other', [field]: value })))).toEqual(new Set([field]))
  expect(await read()).toEqual(unchanged)
})

const operations: [method: string, body: Members | undefined][] = [
  ['PUT', { firstName: 'Other' }],
  ['DELETE', undefined],
]

test.each(operations)(
  '%s of an unknown user and of another install’s user is 404, under either path',
  async (method, body) => {
    const [ours, theirs] = [await makeUser(), await makeUser()]
    const paths = [newSid('US'), theirs.userSid].map(sid => ours.world.path(`/users/${sid}`))
    await changingNoRow(ours.world, async () => {
      for (const path of [...paths, theirs.at]) problemOf(await ours.world.admin(method, path, { body }), 404)
    })
  },
)

test.each(operations)('%s of a malformed user sid is 400 or 404', async (method, body) => {
  const { userSid, world } = await makeUser()
  for (const sid of ['x', '%00', newSid('ES'), userSid.toUpperCase(), `${userSid}0`]) {
    const answer = await world.admin(method, world.path(`/users/${sid}`), { body })
    expect([400, 404]).toContain(answer.status)
  }
})
