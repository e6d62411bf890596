// An administrator's change of a user ends the user's sign-ins, whichever code makes the change.
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bundle } from '../../../support/one-roster.ts'
import {
  addMfa,
  askedForCode,
  codeOf,
  forgetCodes,
  login,
  makeInstallUser,
  moved,
  otherPassword,
  type Person,
  resetLink,
  resetPassword,
  signIn,
  someEmail,
  somePassword,
  verifyCode,
} from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { makeWorld } from '../../../support/world.ts'

const me = '/api/auth/me'

/** A signed-in user with an open second-factor challenge and a mailed link. */
async function signedInUser(members: Record<string, unknown> = {}) {
  const person = await makeInstallUser(await makeWorld(), members)
  const session = await signIn(person)
  const link = await resetLink(person)
  return { person, session, link }
}

const update = ({ world, id }: Person, body: object) =>
  world.admin('PUT', world.path(`/users/${id}`), { body })

/** Returns the rows that can still become a session. */
async function left({ world, id }: Person): Promise<unknown> {
  const uuid = id.slice(2)
  const { rows } = await world.stack.db.execute(sql`select
    (select count(*)::int from sign_in_session where user_sid = ${uuid}::uuid) as sessions,
    (select count(*)::int from mfa_challenge where user_sid = ${uuid}::uuid) as challenges,
    (select count(*)::int from password_reset where user_sid = ${uuid}::uuid) as links`)
  return rows[0]
}

async function eventsOf({ world, id }: Person): Promise<unknown[]> {
  const { rows } = await world.stack.db.execute(sql`select event, actor, account_sid from sign_in_event
    where user_sid = ${id.slice(2)}::uuid and event in ('password_changed', 'email_changed', 'user_disabled')
    order by created_date, sid`)
  return rows.map(({ event, actor }) => ({ event, actor }))
}

const nothing = { sessions: 0, challenges: 0, links: 0 }
const actor = expect.stringMatching(/^AK[a-f0-9]{32}$/)

test.each([
  ['password', () => ({ password: somePassword() }), 'password_changed'],
  ['email address', () => ({ email: someEmail() }), 'email_changed'],
  ['being disabled', () => ({ enabled: false }), 'user_disabled'],
] as const)(
  'an admin’s change of a user (%s) ends sessions and links at once, and records an event',
  async (_, change, event) => {
    const { person, session, link } = await signedInUser()
    expect((await session.call('GET', me)).status).toBe(200)
    expect((await update(person, change())).status).toBe(200)
    problemOf(await session.call('GET', me), 401)
    problemOf(await resetPassword(moved(person), link), 400)
    expect(await left(person)).toEqual(nothing)
    expect(await eventsOf(person)).toEqual([{ event, actor }])
  },
)

test('an open second-factor challenge ends when an admin changes the password', async () => {
  const person = await makeInstallUser(await makeWorld())
  const { secret } = await addMfa((await signIn(person)).call)
  await forgetCodes(person)
  const mfaToken = await askedForCode(person)
  expect((await update(person, { password: otherPassword })).status).toBe(200)
  const answer = await verifyCode(person, mfaToken, codeOf(secret))
  problemOf(answer, 401)
  expect(answer.text('code')).toBe('mfa_token_invalid')
})

test.each([
  ['a phone', { mobilePhone: '1' }],
  ['the same email address', {}],
  ['being enabled', { enabled: true }],
])('an admin’s change of %s ends nothing', async (_, members) => {
  const { person, session } = await signedInUser()
  expect((await update(person, { email: person.email, ...members })).status).toBe(200)
  expect((await session.call('GET', me)).status).toBe(200)
  expect(await left(person)).toEqual({ sessions: 1, challenges: 0, links: 1 })
  expect(await eventsOf(person)).toEqual([])
})

describe('other code that changes a user', () => {
  test('provisioning that changes the email address ends sessions and links', async () => {
    const { person, session } = await signedInUser({ lmsId: 'ada' })
    const user = { ids: { lms: 'ada' }, firstName: 'Ada', lastName: 'Kept', email: someEmail() }
    const body = { course: { ids: { lms: 'bio' }, title: 'Biology' }, user, enrollment: {} }
    const answer = await person.world.admin('POST', person.world.path('/provision'), { body })
    expect(answer.status, answer.raw).toBe(200)
    problemOf(await session.call('GET', me), 401)
    expect(await left(person)).toEqual(nothing)
    expect(await eventsOf(person)).toEqual([{ event: 'email_changed', actor }])
  })

  test('a roster that disables the user ends sessions and links', async () => {
    const { person, session } = await signedInUser({ sisId: 'ada' })
    const { admin, path } = person.world
    const users = [{ sourcedId: 'ada', enabledUser: 'false', email: person.email }]
    const body = new Blob([bundle({ users }, { mode: 'delta' })])
    const headers = { 'content-type': 'application/zip' }
    const answer = await admin('POST', path('/provision/oneroster'), { body, headers })
    expect(answer.status, answer.raw).toBe(200)
    problemOf(await session.call('GET', me), 401)
    expect(await left(person)).toEqual(nothing)
    expect(await eventsOf(person)).toEqual([{ event: 'user_disabled', actor }])
  })
})

describe('a change by the user', () => {
  test('of the password keeps this session, and is recorded once', async () => {
    const { person, session } = await signedInUser()
    const other = await signIn(moved(person))
    const body = { currentPassword: person.password, password: otherPassword }
    expect((await session.call('POST', '/api/auth/change-password', { body })).status).toBe(204)
    expect((await session.call('GET', me)).status).toBe(200)
    problemOf(await other.call('GET', me), 401)
    expect(await eventsOf(person)).toEqual([{ event: 'password_changed', actor: null }])
  })

  test('by a mailed link is recorded only as a reset', async () => {
    const { person, link } = await signedInUser()
    expect((await resetPassword(moved(person), link)).status).toBe(204)
    expect(await eventsOf(person)).toEqual([])
    expect((await login(moved(person), { password: otherPassword })).status).toBe(200)
  })
})
