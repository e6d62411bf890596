// Round trips of the operations of sign-ins, operators and JWTs: a read has one, a write at most two.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { routes } from '../../../src/platform/index.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { type Answer, type Call, callerOf } from '../../support/client.ts'
import {
  addMfa,
  askedForCode,
  callFrom,
  codeOf,
  forgetCodes,
  login,
  makeInstallUser,
  makeOperator,
  moved,
  otherPassword,
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
import { sharedStack } from '../../support/stack.ts'
import { makeWorld } from '../../support/world.ts'

let stack: Stack
beforeAll(async () => {
  stack = await sharedStack()
})

const newOperator = async () => makeOperator(await makeWorld(stack))
const newUser = async () => makeInstallUser(await makeWorld(stack))
const anyone: Call = (...request) => callFrom(stack, someAddress())(...request)

const signedIn = async () => signedInAs(await makeWorld(stack), 'owner')

async function enrolled() {
  const { call } = await signedIn()
  const secret = (await call('POST', '/api/auth/mfa/enroll')).text('secret')
  return {
    call,
    confirm: (code: string) => call('POST', '/api/auth/mfa/confirm', { body: { code } }),
    secret,
  }
}

async function protectedPerson(make: () => Promise<Person> = newOperator) {
  const person = await make()
  const session = await signIn(person)
  const factor = await addMfa(session.call)
  await forgetCodes(person)
  return { person, ...factor }
}

async function beside() {
  const owner = await signedIn()
  const other = await makeOperator(owner.world, 'developer')
  await signIn(other)
  return { ...owner, at: `/api/operators/${other.id}` }
}

async function jwt() {
  const { call, world } = await signedIn()
  const body = { applicationId: world.applicationSid, permissions: ['subscribe'] }
  return call('POST', '/auth/token', { body })
}

async function asSignedIn(method: string, path: string, body?: unknown): Promise<Answer> {
  const { call } = await signedIn()
  return call(method, path, { ...(body !== undefined && { body }) })
}

type Requests = Record<string, () => Promise<Answer>>

const reads: Requests = {
  'GET /healthz': () => anyone('GET', '/healthz'),
  'GET /readyz': () => anyone('GET', '/readyz'),
  'GET /api/auth/setup-status': () => anyone('GET', '/api/auth/setup-status'),
  'GET /api/auth/me': () => asSignedIn('GET', '/api/auth/me'),
  'GET /api/auth/sessions': () => asSignedIn('GET', '/api/auth/sessions'),
  'GET /api/account': () => asSignedIn('GET', '/api/account'),
  'GET /api/installs': () => asSignedIn('GET', '/api/installs'),
  'GET /api/operators': () => asSignedIn('GET', '/api/operators'),
  'GET /api/auth/events': () => asSignedIn('GET', '/api/auth/events'),
  'POST /auth/token': jwt,
  'POST /auth/verify': async () =>
    anyone('POST', '/auth/verify', { body: { token: (await jwt()).text('token') } }),
}

const writes: Requests = {
  async 'POST /api/auth/setup'() {
    await stack.db.execute(sql`truncate operator cascade`)
    // Another file of the fork may have sent a setup within the last 30 seconds.
    await stack.db.execute(sql`truncate throttle`)
    const body = { name: 'Grace', email: someEmail(), password: somePassword() }
    return callerOf(stack)('POST', '/api/auth/setup', { body })
  },
  'POST /api/auth/login': async () => login(await newOperator()),
  async 'POST /api/auth/mfa/verify'() {
    const { person, secret } = await protectedPerson()
    return verifyCode(person, await askedForCode(person), codeOf(secret))
  },
  'POST /api/auth/logout': () => asSignedIn('POST', '/api/auth/logout'),
  async 'DELETE /api/auth/sessions/{sessionSid}'() {
    const person = await newOperator()
    await signIn(person)
    const { call } = await signIn(person)
    const sessions = (await call('GET', '/api/auth/sessions')).list('results')
    const other = sessions.find(({ current }) => current === false)
    return call('DELETE', `/api/auth/sessions/${other?.['id']}`)
  },
  'POST /api/auth/forgot-password': async () =>
    anyone('POST', '/api/auth/forgot-password', { body: (await newOperator()).names }),
  async 'POST /api/auth/reset-password'() {
    const person = await newOperator()
    return resetPassword(person, await resetLink(person))
  },
  async 'POST /api/auth/change-password'() {
    const { call, password } = await signedIn()
    const body = { currentPassword: password, password: otherPassword }
    return call('POST', '/api/auth/change-password', { body })
  },
  'POST /api/auth/mfa/enroll': () => asSignedIn('POST', '/api/auth/mfa/enroll'),
  async 'POST /api/auth/mfa/confirm'() {
    const { confirm, secret } = await enrolled()
    return confirm(codeOf(secret))
  },
  async 'DELETE /api/auth/mfa'() {
    const { person, ...factor } = await protectedPerson()
    const { call } = await signInByCode(person, factor)
    return call('DELETE', '/api/auth/mfa', { body: { password: person.password } })
  },
  'PUT /api/account': () => asSignedIn('PUT', '/api/account', { requireMfa: false }),
  async 'POST /api/operators/{operatorSid}/invite'() {
    const { call } = await signedIn()
    const body = { email: someEmail(), name: 'Joan', role: 'viewer' }
    const { id } = (await call('POST', '/api/operators', { body })).body
    return call('POST', `/api/operators/${id}/invite`)
  },
  async 'DELETE /api/operators/{operatorSid}'() {
    const { call, at } = await beside()
    return call('DELETE', at)
  },
  'POST /api/operators': () =>
    asSignedIn('POST', '/api/operators', { email: someEmail(), name: 'Joan', role: 'viewer' }),
  async 'PUT /api/operators/{operatorSid}'() {
    const { call, at } = await beside()
    return call('PUT', at, { body: { name: 'Joan', role: 'viewer' } })
  },
  async 'POST /api/operators/{operatorSid}/disable'() {
    const { call, at } = await beside()
    return call('POST', `${at}/disable`)
  },
  async 'POST /api/operators/{operatorSid}/enable'() {
    const { call, at } = await beside()
    await call('POST', `${at}/disable`)
    return call('POST', `${at}/enable`)
  },
}

/** Other paths of the same operations. */
const otherWrites: Requests = {
  'a sign-in of a user': async () => login(await newUser()),
  async 'a sign-in that asks for a code'() {
    const { person } = await protectedPerson()
    return login(person)
  },
  async 'a recovery code'() {
    const { person, recoveryCodes } = await protectedPerson(newUser)
    return verifyCode(person, await askedForCode(person), recoveryCodes[0] ?? '')
  },
  'a forgotten password of an unknown person': () =>
    anyone('POST', '/api/auth/forgot-password', { body: { email: someEmail() } }),
}

const refusals: Requests = {
  'a wrong password': async () => login(await newOperator(), { password: otherPassword }),
  'a password of an unknown person': async () =>
    login({ ...(await newOperator()), names: { email: someEmail() } }),
  async 'a wrong code'() {
    const { person, secret } = await protectedPerson()
    return verifyCode(person, await askedForCode(person), wrongCode(secret))
  },
  async 'a wrong recovery code'() {
    const { person } = await protectedPerson()
    return verifyCode(person, await askedForCode(person), '1'.repeat(25))
  },
  async 'a code that was used'() {
    const { person, secret } = await protectedPerson()
    const code = codeOf(secret)
    await verifyCode(person, await askedForCode(person), code)
    return verifyCode(person, await askedForCode(person), code)
  },
  async 'a wrong code that confirms'() {
    const { confirm, secret } = await enrolled()
    return confirm(wrongCode(secret))
  },
  async 'a link that was used'() {
    const person = await newOperator()
    const link = await resetLink(person)
    await resetPassword(person, link)
    return resetPassword(moved(person), link)
  },
  async 'a wrong password on the way to a new one'() {
    const { call } = await signedIn()
    const body = { currentPassword: somePassword(), password: otherPassword }
    return call('POST', '/api/auth/change-password', { body })
  },
  async 'a session that is over'() {
    const { call } = await signedIn()
    await call('POST', '/api/auth/logout')
    return call('POST', '/api/auth/mfa/enroll')
  },
}

test.each(Object.entries(reads))('%s has one round trip', async (_, request) => {
  const answer = await request()
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.roundTrips).toBe(1)
})

test.each(Object.entries({ ...writes, ...otherWrites }))(
  '%s has at most two round trips',
  async (_, request) => {
    const answer = await request()
    expect(answer.status, answer.raw).toBeLessThan(300)
    expect(answer.roundTrips).toBeLessThanOrEqual(2)
  },
)

test.each(Object.entries(refusals))('%s is refused in at most two round trips', async (_, request) => {
  const answer = await request()
  expect([400, 401], answer.raw).toContain(answer.status)
  expect(answer.roundTrips).toBeLessThanOrEqual(2)
})

test('every operation is covered', () => {
  const tags = ['Health', 'Setup', 'Sign-in', 'Operators', 'JWT']
  const operations = routes.filter(({ tag }) => tags.includes(tag))
  expect(Object.keys({ ...reads, ...writes }).toSorted()).toEqual(
    operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted(),
  )
})
