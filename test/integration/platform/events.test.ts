// GET /api/auth/events; and secrets are in no table.
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../support/client.ts'
import {
  addMfa,
  askedForCode,
  callFrom,
  codeOf,
  forgetCodes,
  forgot,
  login,
  mailedToken,
  makeInstallUser,
  makeOperator,
  type Person,
  resetLink,
  resetPassword,
  signedInAs,
  signIn,
  signInByCode,
  someAddress,
  someEmail,
  somePassword,
  verifyCode,
  wrongCode,
} from '../../support/platform.ts'
import { badPaths } from '../../support/problem.ts'
import { tablesOf } from '../../support/tables.ts'
import { makeWorld } from '../../support/world.ts'

/** Does everything that a person can do to sign in. Returns every secret that was issued. */
async function wholeStory(person: Person): Promise<string[]> {
  const { world } = person
  const [wrong, middle, last] = [somePassword(), somePassword(), somePassword()]
  await login(person, { password: wrong })
  const first = await signIn(person)
  const other = await signIn(person)
  const sessions = (await first.call('GET', '/api/auth/sessions')).list('results')
  const id = sessions.find(({ current }) => current === false)?.['id']
  expect((await first.call('DELETE', `/api/auth/sessions/${id}`)).status).toBe(204)
  const factor = await addMfa(first.call)
  await forgetCodes(person)
  const code = codeOf(factor.secret)
  const mfaToken = await askedForCode(person)
  await verifyCode(person, mfaToken, wrongCode(factor.secret))
  const byCode = (await verifyCode(person, mfaToken, code)).text('sessionToken')
  const [recovery = ''] = factor.recoveryCodes
  const byRecovery = await verifyCode(person, await askedForCode(person), recovery)
  const second = await signInByCode(person, factor)
  const change = { currentPassword: person.password, password: middle }
  expect((await second.call('POST', '/api/auth/change-password', { body: change })).status).toBe(204)
  const link = await resetLink(person)
  expect((await resetPassword(person, link, last)).status).toBe(204)
  const changed = { ...person, password: last }
  const third = await signInByCode(changed, factor)
  const removal = { body: { password: last } }
  expect((await third.call('DELETE', '/api/auth/mfa', removal)).status).toBe(204)
  expect((await third.call('POST', '/api/auth/logout')).status).toBe(204)
  const living = await signIn(changed)
  const unused = await resetLink(person, 2)
  const pending = (await living.call('POST', '/api/auth/mfa/enroll')).text('secret')
  const jwt = await world.admin('POST', '/auth/token', {
    body: { applicationId: world.applicationSid, permissions: ['subscribe'] },
  })
  return [
    ...[person.password, middle, last, wrong, factor.secret, pending, code, mfaToken],
    ...[first.token, other.token, byCode, byRecovery.text('sessionToken'), second.token, third.token],
    ...[living.token, link, unused, jwt.text('token')],
    ...factor.recoveryCodes.flatMap(each => [each, each.replaceAll(/[- ]/g, '')]),
  ]
}

const named = (answer: Answer) => new Set(answer.list('results').map(({ event }) => event))

const ofPeople = [
  ...['signed_in', 'sign_in_failed', 'second_factor_asked', 'second_factor_failed', 'signed_out'],
  ...['session_ended', 'password_forgotten', 'password_reset', 'password_changed', 'mfa_enabled'],
  ...['mfa_disabled', 'recovery_code_used'],
]

/** The forms in which a secret can be stored. A code of six digits can be part of a number by chance: only whole values count. */
const shapesOf = (secret: string): string[] =>
  /^\d{6}$/.test(secret)
    ? [`,${secret},`, `(${secret},`, `,${secret})`, `"${secret}"`]
    : [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64url')]

describe.each([
  ['an operator', makeOperator],
  ['a user of an install', makeInstallUser],
] as const)('after all sign-in operations of %s', (_, make) => {
  test('every event is listed, and no table contains a secret', async () => {
    const world = await makeWorld()
    const person = await make(world)
    expect(await tablesOf(world, (await wholeStory(person)).flatMap(shapesOf))).toEqual({})
    const answer = await world.admin('GET', '/api/auth/events?limit=1000')
    expect(answer.status, answer.raw).toBe(200)
    expect([...named(answer)]).toEqual(expect.arrayContaining(ofPeople))
    const mine = person.id.startsWith('OP')
      ? { operatorId: person.id, userId: null }
      : { operatorId: null, userId: person.id }
    for (const row of answer.list('results')) expect(row).toMatchObject(mine)
  })
})

test('an event has its name, person, address, client and time', async () => {
  const world = await makeWorld()
  const person = await makeOperator(world)
  const address = someAddress()
  const answer = await callFrom(world.stack, address)('POST', '/api/auth/login', {
    body: { ...person.names, password: person.password },
    headers: { 'user-agent': 'Lynx/2.9' },
  })
  const call = callFrom(world.stack, address, answer.text('sessionToken'))
  const list = await call('GET', '/api/auth/events')
  expect(list.body).toMatchObject({ total: 1, count: 1, offset: 0, next: null, prev: null })
  expect(list.list('results')).toEqual([
    {
      id: expect.stringMatching(/^SV[a-f0-9]{32}$/),
      event: 'signed_in',
      operatorId: person.id,
      userId: null,
      actor: null,
      address,
      userAgent: 'Lynx/2.9',
      createdAt: expect.any(Number),
    },
  ])
})

test('an event of an operator that another one caused names the actor', async () => {
  const world = await makeWorld()
  const boss = await signedInAs(world, 'owner')
  const body = { email: someEmail(), name: 'Joan', role: 'viewer' }
  const id = (await boss.call('POST', '/api/operators', { body })).text('id')
  await mailedToken(world.stack, body.email)
  await boss.call('PUT', `/api/operators/${id}`, { body: { role: 'developer' } })
  await boss.call('POST', `/api/operators/${id}/disable`)
  await world.admin('POST', `/api/operators/${id}/enable`)
  const rows = (await boss.call('GET', `/api/auth/events?operatorSid=${id}`)).list('results')
  const actors = Object.fromEntries(rows.map(({ event, actor }) => [event, actor]))
  expect(actors).toEqual({
    operator_invited: boss.id,
    operator_changed: boss.id,
    operator_disabled: boss.id,
    operator_enabled: expect.stringMatching(/^AK[a-f0-9]{32}$/),
  })
})

test('events can be filtered by name and by operator, and are paged', async () => {
  const world = await makeWorld()
  const { call, id } = await signedInAs(world, 'owner')
  const other = await makeOperator(world)
  await login(other, { password: 'wrong password' })
  await login(other)
  const total = async (query: string) => (await call('GET', `/api/auth/events?${query}`)).count('total')
  expect(await total('')).toBe(3)
  expect(await total('event=signed_in')).toBe(2)
  expect(await total(`event=signed_in&operatorSid=${other.id}`)).toBe(1)
  expect(await total(`operatorSid=${id}`)).toBe(1)
  const page = await call('GET', '/api/auth/events?limit=1&offset=1')
  expect(page.body).toMatchObject({ total: 3, count: 1, offset: 1 })
  expect(page.body['next']).toContain('offset=2')
  expect(badPaths(await call('GET', '/api/auth/events?event=nothing'))).toEqual(['event'])
  expect(badPaths(await call('GET', '/api/auth/events?operator=x'))).toEqual(['operator'])
})

test('events of another account are not listed, even when filtered by its operator', async () => {
  const world = await makeWorld()
  const stranger = await signedInAs(await makeWorld(world.stack), 'owner')
  const user = await makeInstallUser(stranger.world)
  await signIn(user)
  await forgot(user)
  const { call } = await signedInAs(world, 'owner')
  for (const query of ['', `?operatorSid=${stranger.id}`]) {
    const rows = (await call('GET', `/api/auth/events${query}`)).list('results')
    for (const row of rows) expect([row['operatorId'], row['userId']]).not.toContain(stranger.id)
    expect(rows.filter(({ userId }) => userId !== null)).toEqual([])
  }
  expect((await stranger.call('GET', `/api/auth/events?operatorSid=${stranger.id}`)).count('total')).toBe(1)
})

test('the events of an erased user have no address, client or session', async () => {
  const world = await makeWorld()
  const user = await makeInstallUser(world)
  const [address, browser] = [someAddress(), `Lynx/${someEmail()}`]
  const call = callFrom(world.stack, address)
  const send = { body: { ...user.names, password: user.password }, headers: { 'user-agent': browser } }
  expect((await call('POST', '/api/auth/login', send)).status).toBe(200)
  expect(Object.keys(await tablesOf(world, [address, browser]))).toEqual([address, browser])
  expect((await world.admin('DELETE', world.path(`/users/${user.id}`))).status).toBe(200)
  expect(await tablesOf(world, [address, browser, user.email])).toEqual({})
})
