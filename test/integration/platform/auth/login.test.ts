// POST /api/auth/login and GET /api/auth/me.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { operator } from '../../../../db/schema/operator.ts'
import type { Answer } from '../../../support/client.ts'
import {
  alike,
  login,
  makeInstallUser,
  makeOperator,
  moved,
  otherPassword,
  type Person,
  signIn,
} from '../../../support/platform.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld } from '../../../support/world.ts'

const hour = 3_600_000

function refused(answer: Answer): void {
  problemOf(answer, 401)
  expect(answer.text('code')).toBe('invalid_credentials')
}

const me = async (person: Person) => (await (await signIn(person)).call('GET', '/api/auth/me')).body

describe('an operator', () => {
  test('signs in with email and password for twelve hours', async () => {
    const person = await makeOperator(await makeWorld())
    const { answer, call } = await signIn(person)
    expect(answer.body).toEqual({
      sessionToken: expect.stringMatching(/^\S{43,}$/),
      expiresAt: expect.any(Number),
      user: { id: person.id, email: person.email, name: 'Grace' },
    })
    expect(Math.abs(answer.count('expiresAt') - Date.now() - 12 * hour)).toBeLessThan(60_000)
    expect((await call('GET', '/api/auth/me')).status).toBe(200)
  })

  test('signs in with the email in any case', async () => {
    const person = await makeOperator(await makeWorld())
    expect((await login(person, { email: person.email.toUpperCase() })).status).toBe(200)
  })

  test('can read its own record and the applications of the account', async () => {
    const world = await makeWorld()
    await makeWorld()
    const person = await makeOperator(world, 'developer')
    const before = Date.now()
    const shown = await me(person)
    expect(shown).toEqual({
      id: person.id,
      email: person.email,
      name: 'Grace',
      role: 'developer',
      mfaEnabled: false,
      createdAt: expect.any(Number),
      lastLoginAt: expect.any(Number),
      applications: [{ id: world.applicationSid, name: expect.any(String) }],
    })
    expect(Math.abs(Number(shown['lastLoginAt']) - before)).toBeLessThan(60_000)
  })

  test('who is disabled gets the same response as for a wrong password', async () => {
    const person = await makeOperator(await makeWorld())
    const wrong = await login(person, { password: otherPassword })
    await person.world.stack.db
      .update(operator)
      .set({ disabledDate: new Date() })
      .where(eq(operator.sid, sidOf('OP', person.id)))
    const right = await login(person)
    refused(right)
    expect(alike(right)).toEqual(alike(wrong))
  })

  test('who has not accepted the invitation gets the same response as for a wrong password', async () => {
    const person = await makeOperator(await makeWorld())
    const wrong = await login(person, { password: otherPassword })
    await person.world.stack.db
      .update(operator)
      .set({ passwordHash: null })
      .where(eq(operator.sid, sidOf('OP', person.id)))
    expect(alike(await login(person))).toEqual(alike(wrong))
  })

  test('cannot sign in as a user of an install', async () => {
    const world = await makeWorld()
    refused(await login(await makeOperator(world), { installSid: world.installSid }))
  })
})

describe('a user of an install', () => {
  test('signs in by email, and gets its role in that install', async () => {
    const person = await makeInstallUser(await makeWorld(), { firstName: 'Ada', lastName: 'Learner' })
    expect((await signIn(person)).answer.body).toMatchObject({
      user: { id: person.id, email: person.email, name: 'Ada Learner' },
    })
    expect(await me(person)).toMatchObject({
      id: person.id,
      role: 'learner',
      mfaEnabled: false,
      applications: [],
    })
  })

  test('reads when it last signed in, also when that session has ended', async () => {
    const person = await makeInstallUser(await makeWorld())
    const first = await signIn(person)
    const lastLogin = async () => Number((await first.call('GET', '/api/auth/me')).body['lastLoginAt'])
    const before = await lastLogin()
    expect(Math.abs(before - Date.now())).toBeLessThan(60_000)
    const second = await signIn(person)
    await login(person, { password: otherPassword })
    await second.call('POST', '/api/auth/logout')
    expect(await lastLogin()).toBeGreaterThan(before)
  })

  test('signs in by username', async () => {
    const world = await makeWorld()
    const person = await makeInstallUser(world, { username: 'ada.l' })
    const names = { username: 'ada.l', installSid: world.installSid }
    expect((await login({ ...person, names })).status).toBe(200)
  })

  test('signs in at its own install only, and not without an install', async () => {
    const world = await makeWorld()
    const { installSid } = await makeWorld(world.stack)
    const person = await makeInstallUser(world)
    refused(await login(person, { installSid }))
    refused(await login({ ...person, names: { email: person.email } }))
  })

  test('who is not enabled gets the same response as for a wrong password', async () => {
    const world = await makeWorld()
    const person = await makeInstallUser(world, { enabled: false })
    const right = await login(person)
    refused(right)
    expect(alike(right)).toEqual(alike(await login(await makeInstallUser(world), { password: 'Wrong' })))
  })

  test('who has no password is refused', async () => {
    refused(await login(await makeInstallUser(await makeWorld(), { password: undefined })))
  })

  test.each(['disabled', 'erased'])('who is %s is signed out at the next request', async change => {
    const world = await makeWorld()
    const person = await makeInstallUser(world)
    const { call } = await signIn(person)
    const at = world.path(`/users/${person.id}`)
    const done =
      change === 'erased'
        ? await world.admin('DELETE', at)
        : await world.admin('PUT', at, { body: { enabled: false } })
    expect(done.status, done.raw).toBe(200)
    problemOf(await call('GET', '/api/auth/me'), 401)
    refused(await login(person))
  })
})

describe('an unknown account gets the same response as a wrong password:', () => {
  test('an operator', async () => {
    const person = await makeOperator(await makeWorld())
    const known = await login(person, { password: otherPassword })
    refused(known)
    expect(alike(await login(moved(person), { email: `no-${person.email}` }))).toEqual(alike(known))
  })

  test('a user', async () => {
    const person = await makeInstallUser(await makeWorld())
    const known = await login(person, { password: otherPassword })
    refused(known)
    expect(alike(await login(moved(person), { email: `no-${person.email}` }))).toEqual(alike(known))
  })

  test('with the same headers', async () => {
    const person = await makeOperator(await makeWorld())
    const names = (answer: Answer) => [...answer.headers.keys()].filter(name => name !== 'server-timing')
    const known = await login(person, { password: otherPassword })
    expect(names(await login(moved(person), { email: `no-${person.email}` }))).toEqual(names(known))
  })
})

test('a password matches in both Unicode normal forms', async () => {
  const world = await makeWorld()
  const person = await makeOperator(world)
  const { call } = await signIn(person)
  const body = { currentPassword: person.password, password: 'Zo\u00eb likes caf\u00e9 au lait' }
  expect((await call('POST', '/api/auth/change-password', { body })).status).toBe(204)
  expect((await login(person, { password: body.password.normalize('NFD') })).status).toBe(200)
})

test.each<[string, unknown, string[]]>([
  ['no password', { email: 'a@b.example' }, ['password']],
  ['a password that is not a string', { email: 'a@b.example', password: 7 }, ['password']],
  ['an email that is not a string', { email: ['a@b.example'], password: 'x' }, ['email']],
  ['an unknown member', { email: 'a@b.example', password: 'x', remember: true }, ['remember']],
  ['a sid that is invalid', { email: 'a@b.example', password: 'x', installSid: 'AI1' }, ['installSid']],
])('a sign-in with %s returns 400', async (_, body, paths) => {
  const { anyone } = await makeOperator(await makeWorld())
  expect(badPaths(await anyone('POST', '/api/auth/login', { body }))).toEqual(paths)
})

test.each(['{', '[]', '"x"', 'null'])('a sign-in with the body %s returns 400', async body => {
  const { anyone } = await makeOperator(await makeWorld())
  problemOf(await anyone('POST', '/api/auth/login', { body }), 400)
})

test('GET /api/auth/me without a sign-in is refused', async () => {
  const { anyone } = await makeOperator(await makeWorld())
  const answer = await anyone('GET', '/api/auth/me')
  problemOf(answer, 401)
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/)
})
