// Protection of the operators of an account: a required second factor, recent sign-ins, and deletion.
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../support/client.ts'
import {
  addMfa,
  age,
  codeOf,
  forgetCodes,
  login,
  mailsTo,
  makeInstallUser,
  makeOperator,
  moved,
  otherPassword,
  signedInAs,
  signIn,
  signInByCode,
  someEmail,
} from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { makeWorld } from '../../../support/world.ts'

const me = '/api/auth/me'
const mfa = '/api/auth/mfa'
const quarterHour = 15 * 60

function refused(answer: Answer, status: number, code: string): void {
  problemOf(answer, status)
  expect(answer.text('code')).toBe(code)
}

describe('an account that requires a second factor', () => {
  test('allows an operator without one only to enroll and to sign out, until it is confirmed', async () => {
    const world = await makeWorld()
    const owner = await signedInAs(world, 'owner')
    const other = await signedInAs(world, 'developer')
    const required = await owner.call('PUT', '/api/account', { body: { requireMfa: true } })
    expect(required.body).toMatchObject({ requireMfa: true, name: 'Test account' })

    for (const [method, path, body] of [
      ['GET', '/api/operators', undefined],
      ['GET', '/api/account', undefined],
      ['GET', '/api/auth/sessions', undefined],
      ['POST', '/api/auth/change-password', { currentPassword: other.password, password: otherPassword }],
      ['POST', '/auth/token', { applicationId: world.applicationSid, permissions: ['subscribe'] }],
    ] as const) {
      const answer = await other.call(method, path, body === undefined ? {} : { body })
      refused(answer, 403, 'mfa_required_by_account')
    }
    expect((await other.call('GET', me)).body).toMatchObject({ mfaEnabled: false })
    const newSession = await signIn(moved(other))
    refused(await newSession.call('GET', '/api/operators'), 403, 'mfa_required_by_account')
    expect((await newSession.call('POST', '/api/auth/logout')).status).toBe(204)

    await addMfa(other.call)
    expect((await other.call('GET', '/api/operators')).status).toBe(200)
  })

  test('does not require it of API credentials and of the users of its installs', async () => {
    const world = await makeWorld()
    expect((await world.admin('PUT', '/api/account', { body: { requireMfa: true } })).status).toBe(200)
    expect((await world.admin('GET', '/api/operators')).status).toBe(200)
    const { call } = await signIn(await makeInstallUser(world))
    expect((await call('GET', '/api/auth/sessions')).status).toBe(200)
  })
})

describe('removing the second factor', () => {
  async function protectedOperator() {
    const person = await makeOperator(await makeWorld())
    const { call } = await signIn(person)
    const factor = await addMfa(call)
    await forgetCodes(person)
    return { person, call, ...factor }
  }

  test('requires the password or a code', async () => {
    const { call, person } = await protectedOperator()
    for (const body of [{}, { password: person.password, code: '123456' }])
      problemOf(await call('DELETE', mfa, { body }), 400)
    refused(await call('DELETE', mfa, { body: { password: otherPassword } }), 401, 'invalid_credentials')
    refused(await call('DELETE', mfa, { body: { code: '1'.repeat(25) } }), 401, 'code_invalid')
    expect((await call('GET', me)).body).toMatchObject({ mfaEnabled: true })
  })

  test.each(['password', 'code', 'recovery code'])('by a %s works and sends a mail', async kind => {
    const { call, person, secret, recoveryCodes } = await protectedOperator()
    const code = kind === 'code' ? codeOf(secret) : recoveryCodes[0]
    const body = kind === 'password' ? { password: person.password } : { code }
    const answer = await call('DELETE', mfa, { body })
    expect(answer.status, answer.raw).toBe(204)
    expect((await call('GET', me)).body).toMatchObject({ mfaEnabled: false })
    const subjects = (await mailsTo(person.world.stack, person.email, 2)).map(({ subject }) => subject)
    expect(subjects).toContain('Two-step sign-in is off')
  })

  test('by a used code is refused', async () => {
    const { person, ...factor } = await protectedOperator()
    const { call } = await signInByCode(person, factor)
    refused(await call('DELETE', mfa, { body: { code: codeOf(factor.secret) } }), 401, 'code_invalid')
  })

  test('accepts ten wrong passwords, then refuses the correct one', async () => {
    const { call, person } = await protectedOperator()
    for (let n = 0; n < 10; n += 1)
      problemOf(await call('DELETE', mfa, { body: { password: otherPassword } }), 401)
    problemOf(await call('DELETE', mfa, { body: { password: person.password } }), 429)
    // The name itself has no failure, so the sign-in is refused as with a wrong password.
    problemOf(await login(moved(person)), 401)
  })
})

test('inviting an owner, promoting to owner and rotating a secret require a sign-in within the last 15 minutes', async () => {
  const person = await signedInAs(await makeWorld(), 'owner')
  const { call, world } = person
  const other = await makeOperator(world, 'viewer')
  const secret = `whsec_${'A'.repeat(43)}=`
  const webhook = await call('POST', '/api/webhooks', {
    body: { url: 'https://hooks.example/in', secret, events: ['database.event'] },
  })
  expect(webhook.status, webhook.raw).toBe(201)
  const invite = (role: string) =>
    call('POST', '/api/operators', { body: { email: someEmail(), name: 'Joan', role } })
  const promote = () => call('PUT', `/api/operators/${other.id}`, { body: { role: 'owner' } })
  const rotate = () =>
    call('POST', `/api/webhooks/${webhook.body['id'] ?? webhook.body['sid']}/rotate-secret`, {
      body: { secret },
    })
  const demand = () => call('PUT', '/api/account', { body: { requireMfa: false } })

  await age(person, 'sign_in_session', ['created_date'], quarterHour + 1)
  for (const attempt of [() => invite('owner'), promote, rotate, demand])
    refused(await attempt(), 403, 'fresh_sign_in_required')
  expect((await invite('admin')).status).toBe(201)

  await age(person, 'sign_in_session', ['created_date'], -60)
  for (const attempt of [() => invite('owner'), promote, rotate, demand])
    expect((await attempt()).status).toBeLessThan(300)
})

describe('deleting an operator', () => {
  test('ends sessions, factors and JWTs at once, and keeps the events', async () => {
    const world = await makeWorld()
    const owner = await signedInAs(world, 'owner')
    const other = await signedInAs(world, 'developer')
    await addMfa(other.call)
    const jwt = await other.call('POST', '/auth/token', {
      body: { applicationId: world.applicationSid, permissions: ['subscribe'] },
    })
    expect((await owner.call('DELETE', `/api/operators/${other.id}`)).status).toBe(204)
    problemOf(await other.call('GET', me), 401)
    problemOf(await login(moved(other)), 401)
    problemOf(await other.anyone('POST', '/auth/verify', { body: { token: jwt.text('token') } }), 401)
    problemOf(await owner.call('DELETE', `/api/operators/${other.id}`), 404)
    expect((await owner.call('GET', '/api/operators')).body).toMatchObject({ total: 1 })
    const events = await owner.call('GET', `/api/auth/events?operatorSid=${other.id}`)
    expect(events.list('results')).toContainEqual(
      expect.objectContaining({ event: 'operator_deleted', actor: owner.id, operatorId: other.id }),
    )
    const { rows } = await world.stack.db.execute(sql`select
      (select count(*)::int from totp where operator_sid = ${other.id.slice(2)}::uuid) as apps,
      (select count(*)::int from recovery_code where operator_sid = ${other.id.slice(2)}::uuid) as codes,
      (select count(*)::int from sign_in_session where operator_sid = ${other.id.slice(2)}::uuid) as sessions`)
    expect(rows).toEqual([{ apps: 0, codes: 0, sessions: 0 }])
  })

  test('is refused for the last owner, one above the caller, and one of another account', async () => {
    const world = await makeWorld()
    const owner = await signedInAs(world, 'owner')
    const admin = await signedInAs(world, 'admin')
    const remove = (by: typeof owner, id: string) => by.call('DELETE', `/api/operators/${id}`)
    refused(await remove(owner, owner.id), 409, 'last_owner')
    refused(await remove(admin, owner.id), 403, 'permission_ceiling_violation')
    problemOf(await remove(owner, (await makeOperator(await makeWorld())).id), 404)
    const second = await signedInAs(world, 'owner')
    expect((await remove(second, second.id)).status).toBe(204)
  })
})
