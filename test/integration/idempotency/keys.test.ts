import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { idempotencyKey } from '../../../db/schema/idempotency.ts'
import { user } from '../../../db/schema/user.ts'
import { type Answer, type Call, callerOf } from '../../support/client.ts'
import {
  addMfa,
  codeOf,
  makeOperator,
  otherPassword,
  signIn,
  someEmail,
  wrongCode,
} from '../../support/platform.ts'
import { issueToken } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const withKey = (key: string = randomUUID()) => ({ 'Idempotency-Key': key })
const someUser = () => ({ firstName: 'Ada', lastName: randomUUID(), email: `${randomUUID()}@school.example` })

const usersNamed = async (lastName: string) =>
  (await world.stack.db.select({ sid: user.sid }).from(user).where(eq(user.lastName, lastName))).length

const keptRow = async (key: string) =>
  (await world.stack.db.select().from(idempotencyKey).where(eq(idempotencyKey.key, key)))[0]

test('a repeated request has one effect, and returns the first response', async () => {
  const [headers, body] = [withKey(), someUser()]
  const first = await world.admin('POST', world.path('/users'), { headers, body })
  const second = await world.admin('POST', world.path('/users'), { headers, body })
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.raw).toBe(first.raw)
  expect(first.headers.has('idempotency-replayed')).toBe(false)
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(await usersNamed(body.lastName)).toBe(1)
})

test('another body, path, query or method with the same key is refused, and writes nothing', async () => {
  const [headers, body] = [withKey(), someUser()]
  await world.admin('POST', world.path('/users'), { headers, body })
  const other = someUser()
  const session = { eventTypeSid: 'x' }
  for (const [method, path, sent] of [
    ['POST', '/users', other],
    ['POST', '/courses', { title: 'Biology' }],
    ['PUT', '/settings', { maxTokenTtlSeconds: 900 }],
    ['DELETE', `/courses/CU${'0'.repeat(32)}`, undefined],
    ['POST', '/provision/batch', { items: [] }],
  ] as const) {
    const answer = await world.admin(method, world.path(path), { headers, ...(sent && { body: sent }) })
    if (answer.status !== 400)
      expect([answer.status, answer.text('code')]).toEqual([422, 'idempotency_key_reused'])
  }
  expect(session).toBeDefined()
  expect(await usersNamed(other.lastName)).toBe(0)
})

test.each([
  ['an empty key', ''],
  ['a key of 256 characters', 'k'.repeat(256)],
  ['a key with a character outside ASCII', 'schlüssel'],
])('%s is refused with its path', async (_, key) => {
  const answer = await world.admin('POST', world.path('/users'), { headers: withKey(key), body: someUser() })
  expect(answer.status).toBe(400)
  expect(answer.body['errors']).toMatchObject([{ path: 'Idempotency-Key', code: 'invalid_value' }])
})

test('a key of 255 printable characters is accepted', async () => {
  const key = `${' ~'.repeat(127)}x`.trim().padEnd(255, '!')
  const answer = await world.admin('POST', world.path('/users'), { headers: withKey(key), body: someUser() })
  expect(answer.status).toBe(201)
  expect(await keptRow(key)).toBeDefined()
})

test('the keys of two callers are independent, and so are those of a credential and its tokens', async () => {
  const { call } = await world.credential(allow(['sp:*'], ['*']))
  const body = { title: randomUUID() }
  const [key, path] = [withKey(), world.path('/courses')]
  const token = await issueToken(world, {
    tokenType: 'api',
    policy: { version: '1', statements: allow(['sp:CreateCourse'], ['*']) },
  })
  const answers = await Promise.all(
    [world.admin, call, token.call].map(each => each('POST', path, { headers: key, body })),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(answer => answer.text('sid'))).size).toBe(3)
})

test('a token and its successor are one caller', async () => {
  const statements = allow(['sp:CreateCourse'], ['*'])
  const first = await issueToken(world, { tokenType: 'api', policy: { version: '1', statements } })
  const request = { headers: withKey(), body: { title: 'Biology' } }
  const made = await first.call('POST', world.path('/courses'), request)
  const refreshed = await world.admin('POST', world.path(`/sts/tokens/${first.sid}/refresh`), { body: {} })
  const successor = callerOf(world.stack, refreshed.text('stsToken'))
  const repeated = await successor('POST', world.path('/courses'), request)
  expect(repeated.raw).toBe(made.raw)
})

test('a refusal before anything was written is not kept: the same key works when its reason is gone', async () => {
  const [headers, username] = [withKey(), `ada-${randomUUID()}`]
  const other = await world.admin('POST', world.path('/users'), { body: { ...someUser(), username } })
  const request = { headers, body: { ...someUser(), username } }
  expect((await world.admin('POST', world.path('/users'), request)).text('code')).toBe('username_taken')
  await world.admin('DELETE', world.path(`/users/${other.text('sid')}`))
  expect((await world.admin('POST', world.path('/users'), request)).status).toBe(201)
})

test('a refused refresh is not kept', async () => {
  const headers = withKey()
  const { sid } = await issueToken(world, { targetUserSid: await world.user() })
  await world.admin('DELETE', world.path(`/sts/tokens/${sid}`))
  const refused = await world.admin('POST', world.path(`/sts/tokens/${sid}/refresh`), { headers, body: {} })
  expect(refused.text('code')).toBe('token_not_active')
  expect(await keptRow(headers['Idempotency-Key'])).toBeUndefined()
})

test('a refused invitation is not kept, though it counts as an attempt', async () => {
  const { call } = await signIn(await makeOperator(world))
  const request = { headers: withKey(), body: { email: someEmail(), name: 'Joan', role: 'viewer' } }
  const other = await call('POST', '/api/operators', { body: request.body })
  expect((await call('POST', '/api/operators', request)).text('code')).toBe('email_taken')
  await call('DELETE', `/api/operators/${other.text('id')}`)
  expect((await call('POST', '/api/operators', request)).status).toBe(201)
})

test('a refused code of the second factor is not kept, though it counts as an attempt', async () => {
  const { call } = await signIn(await makeOperator(world))
  const secret = (await call('POST', '/api/auth/mfa/enroll')).text('secret')
  const confirm = (code: string) => call('POST', '/api/auth/mfa/confirm', { headers, body: { code } })
  const headers = withKey()
  expect((await confirm(wrongCode(secret))).text('code')).toBe('code_invalid')
  expect((await confirm(codeOf(secret))).status).toBe(200)
})

test('a caller that is not allowed any more receives no kept response', async () => {
  const { call, sid } = await world.credential(allow(['sp:*'], ['*']))
  const request = { headers: withKey(), body: { title: 'Biology' } }
  await call('POST', world.path('/courses'), request)
  await world.admin('DELETE', world.path(`/credentials/${sid}`))
  expect((await call('POST', world.path('/courses'), request)).status).toBe(401)
})

test('operations that take no key ignore it', async () => {
  const key = randomUUID()
  const simulate = { policy: { version: '1', statements: [] } }
  await world.admin('POST', world.path('/sts/simulate'), { headers: withKey(key), body: simulate })
  await world.admin('GET', world.path('/courses'), { headers: withKey(key) })
  expect(await keptRow(key)).toBeUndefined()
})

test('24 hours later the key is free again', async () => {
  const headers = withKey()
  const request = () => ({ headers, body: { title: 'Biology' } })
  const first = await world.admin('POST', world.path('/courses'), request())
  await world.stack.db
    .update(idempotencyKey)
    .set({ createdDate: sql`now() - interval '24 hours 1 second'` })
    .where(eq(idempotencyKey.key, headers['Idempotency-Key']))
  const second = await world.admin('POST', world.path('/courses'), request())
  const third = await world.admin('POST', world.path('/courses'), request())
  expect(second.text('sid')).not.toBe(first.text('sid'))
  expect(third.text('sid')).toBe(second.text('sid'))
})

test('the erasure of a user erases the kept responses that name the user; then the key is refused', async () => {
  const [headers, body] = [withKey(), someUser()]
  const made = await world.admin('POST', world.path('/users'), { headers, body })
  const profile = { headers: withKey(), body: { homePhone: '+1 602 555 0142' } }
  const sid = made.text('sid')
  await world.admin('PUT', world.path(`/users/${sid}/profile`), profile)
  await world.admin('DELETE', world.path(`/users/${sid}`))
  for (const { 'Idempotency-Key': key } of [headers, profile.headers])
    expect(await keptRow(key)).toMatchObject({ sealed: null, results: null, userSids: [] })
  const repeated = await world.admin('POST', world.path('/users'), { headers, body })
  expect([repeated.status, repeated.text('code')]).toEqual([409, 'idempotency_key_reused'])
})

test.each<[string, (call: Call, password: string, headers: Record<string, string>) => Promise<Answer>]>([
  [
    'a change of the password',
    (call, currentPassword, headers) =>
      call('POST', '/api/auth/change-password', {
        headers,
        body: { currentPassword, password: otherPassword },
      }),
  ],
  [
    'a removal of the second factor',
    (call, password, headers) => call('DELETE', '/api/auth/mfa', { headers, body: { password } }),
  ],
])('the repetitions of %s do not count as attempts', async (_, send) => {
  const person = await makeOperator(world)
  const { call } = await signIn(person)
  await addMfa(call)
  const headers = withKey()
  for (let times = 0; times < 12; times += 1)
    expect(await send(call, person.password, headers)).toMatchObject({ status: 204 })
})
