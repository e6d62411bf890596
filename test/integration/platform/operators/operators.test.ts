// /api/operators: inviting, listing and disabling operators.
import { describe, expect, test } from 'vitest'
import type { Call } from '../../../support/client.ts'
import {
  addMfa,
  age,
  askedForCode,
  callFrom,
  codeOf,
  forgetCodes,
  forgot,
  linkMailsTo,
  login,
  mailedToken,
  makeInstallUser,
  makeOperator,
  moved,
  otherPassword,
  resetLink,
  resetPassword,
  signedInAs,
  signIn,
  someAddress,
  someEmail,
  somePassword,
  verifyCode,
} from '../../../support/platform.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { issueToken } from '../../../support/tokens.ts'
import { makeWorld } from '../../../support/world.ts'

const days = 24 * 3600
const me = '/api/auth/me'

async function invite(by: Call, members: Record<string, unknown> = {}) {
  const email = someEmail()
  const body = { email, name: 'Joan', role: 'viewer', ...members }
  return { email, answer: await by('POST', '/api/operators', { body }) }
}

const put = (by: Call, { id }: { id: string }, body: unknown) => by('PUT', `/api/operators/${id}`, { body })
const disable = (by: Call, { id }: { id: string }) => by('POST', `/api/operators/${id}/disable`)
const enable = (by: Call, { id }: { id: string }) => by('POST', `/api/operators/${id}/enable`)

describe('an invited operator', () => {
  test('is listed as invited, gets a link, and signs in with it', async () => {
    const world = await makeWorld()
    const { call } = await signedInAs(world, 'owner')
    const { email, answer } = await invite(call, { role: 'developer' })
    expect(answer.status, answer.raw).toBe(201)
    const invited = {
      ...{ id: expect.stringMatching(/^OP[a-f0-9]{32}$/), email, name: 'Joan', role: 'developer' },
      ...{ status: 'invited', mfaEnabled: false, createdAt: expect.any(Number), lastLoginAt: null },
    }
    expect(answer.body).toEqual(invited)
    const list = await call('GET', '/api/operators')
    expect(list.body).toMatchObject({ total: 2, count: 2, offset: 0, next: null, prev: null })
    expect(list.list('results')).toContainEqual(answer.body)
    const anyone = callFrom(world.stack, someAddress())
    const joan = { world, id: answer.text('id'), email, password: otherPassword, names: { email }, anyone }
    problemOf(await login(joan), 401)
    expect((await resetPassword(joan, await mailedToken(world.stack, email))).status).toBe(204)
    const { call: theirs } = await signIn(joan)
    expect((await theirs('GET', me)).body).toMatchObject({ role: 'developer', name: 'Joan' })
    expect((await call('GET', '/api/operators')).list('results')).toContainEqual({
      ...invited,
      ...{ status: 'active', lastLoginAt: expect.any(Number) },
    })
  })

  test('can accept for seven days', async () => {
    const world = await makeWorld()
    const { email, answer } = await invite(world.admin)
    const anyone = callFrom(world.stack, someAddress())
    const joan = { world, id: answer.text('id'), email, password: otherPassword, names: { email }, anyone }
    const token = await mailedToken(world.stack, email)
    await age(joan, 'password_reset', ['created_date', 'expires_at'], 7 * days + 1)
    problemOf(await resetPassword(joan, token), 400)
    await age(joan, 'password_reset', ['created_date', 'expires_at'], -3600)
    expect((await resetPassword(joan, token)).status).toBe(204)
  })

  test.each([
    ['the same account', false],
    ['another account', true],
  ])('needs an address that is not used in %s', async (_, elsewhere) => {
    const world = await makeWorld()
    const { email } = await makeOperator(elsewhere ? await makeWorld(world.stack) : world)
    for (const taken of [email, email.toUpperCase()]) {
      const { answer } = await invite(world.admin, { email: taken })
      problemOf(answer, 409)
      expect(answer.text('code')).toBe('email_taken')
    }
  })

  test('is created once, even if invited ten times at once', async () => {
    const world = await makeWorld()
    const email = someEmail()
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(world.admin, { email })))
    const statuses = answers.map(({ answer }) => answer.status)
    expect(statuses.filter(status => status === 201)).toHaveLength(1)
    // An invitation that is refused because the address is taken counts, and an address gets three.
    for (const status of statuses) expect([201, 409, 429]).toContain(status)
    expect(await linkMailsTo(world.stack, email, 1)).toHaveLength(1)
  })

  test.each<[Record<string, unknown>, string]>([
    [{ email: 'joan' }, 'email'],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'email'],
    [{ name: '' }, 'name'],
    [{ role: 'root' }, 'role'],
    [{ password: somePassword() }, 'password'],
  ])('is refused with %j', async (members, path) => {
    const world = await makeWorld()
    const { answer } = await changingNoRow(world, () => invite(world.admin, members))
    expect(badPaths(answer)).toEqual([path])
  })
})

describe('a disabled operator', () => {
  test('is signed out at the next request, and can sign in again when enabled', async () => {
    const world = await makeWorld()
    const person = await signedInAs(world, 'developer')
    const answer = await disable(world.admin, person)
    expect(answer.status, answer.raw).toBe(200)
    expect(answer.body).toMatchObject({ id: person.id, status: 'disabled' })
    problemOf(await person.call('GET', me), 401)
    problemOf(await login(person), 401)
    expect((await enable(world.admin, person)).body).toMatchObject({ status: 'active' })
    problemOf(await person.call('GET', me), 401)
    expect((await login(person)).status).toBe(200)
  })

  test('cannot sign in with an open second-factor challenge or a link', async () => {
    const world = await makeWorld()
    const person = await signedInAs(world, 'developer')
    const { secret } = await addMfa(person.call)
    const mfaToken = await askedForCode(person)
    const token = await resetLink(person)
    await disable(world.admin, person)
    await forgetCodes(person)
    problemOf(await verifyCode(person, mfaToken, codeOf(secret)), 401)
    problemOf(await resetPassword(person, token), 400)
    await forgot(person)
    await resetLink(await makeOperator(world))
    const links = (await linkMailsTo(world.stack, person.email, 1)).filter(({ text }) =>
      text.includes('#token='),
    )
    expect(links).toHaveLength(1)
  })
})

test('a change of the role applies at once, and members that are not sent are unchanged', async () => {
  const world = await makeWorld()
  const person = await signedInAs(world, 'admin')
  expect((await put(world.admin, person, { role: 'viewer' })).body).toMatchObject({
    role: 'viewer',
    name: 'Grace',
  })
  problemOf((await invite(person.call)).answer, 403)
  expect((await put(world.admin, person, { name: 'G. Hopper' })).body).toMatchObject({
    role: 'viewer',
    name: 'G. Hopper',
  })
  expect(badPaths(await put(world.admin, person, { email: someEmail() }))).toEqual(['email'])
})

describe('the last owner', () => {
  test('cannot be disabled or given another role', async () => {
    const world = await makeWorld()
    const owner = await signedInAs(world, 'owner')
    await makeOperator(await makeWorld(world.stack))
    const other = await makeOperator(world)
    expect((await disable(owner.call, other)).status).toBe(200)
    for (const by of [owner.call, world.admin])
      for (const answer of [await disable(by, owner), await put(by, owner, { role: 'admin' })]) {
        problemOf(answer, 409)
        expect(answer.text('code')).toBe('last_owner')
      }
    expect((await put(owner.call, owner, { name: 'Rear Admiral' })).status).toBe(200)
    expect((await enable(owner.call, other)).status).toBe(200)
    expect((await put(owner.call, owner, { role: 'admin' })).status).toBe(200)
  })

  test('remains, whatever happens to the last two at once', async () => {
    for (let n = 0; n < 5; n++) {
      const world = await makeWorld()
      const [one, two] = [await makeOperator(world), await makeOperator(world)]
      const requests = [disable(world.admin, one), put(world.admin, two, { role: 'admin' })]
      const statuses = (await Promise.all(requests)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 409])
    }
  })

  test('remains, even if two disable each other', async () => {
    const world = await makeWorld()
    const [one, two] = [await signedInAs(world, 'owner'), await signedInAs(world, 'owner')]
    await Promise.all([disable(one.call, two), disable(two.call, one)])
    const rows = (await world.admin('GET', '/api/operators')).list('results')
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['active', 'disabled'])
  })
})

test('operators of another account are not listed and not found', async () => {
  const world = await makeWorld()
  const { call } = await signedInAs(world, 'owner')
  const stranger = await makeOperator(await makeWorld(world.stack), 'viewer')
  const ids = (await call('GET', '/api/operators')).list('results').map(({ id }) => id)
  expect(ids).not.toContain(stranger.id)
  for (const by of [call, world.admin])
    for (const { id } of [stranger, { id: `OP${'0'.repeat(32)}` }]) {
      problemOf(await put(by, { id }, { name: 'Mine' }), 404)
      problemOf(await disable(by, { id }), 404)
      problemOf(await enable(by, { id }), 404)
    }
  expect((await login(stranger)).status).toBe(200)
})

test('anonymous callers, users of an install, tokens of area B and credentials of one install are refused', async () => {
  const world = await makeWorld()
  const narrow = await world.credential([{ effect: 'Allow', actions: ['sp:*'], resources: ['*'] }])
  const { call: user } = await signIn(await makeInstallUser(world))
  const { call: token } = await issueToken(world, { targetUserSid: await world.user() })
  const person = await makeOperator(world)
  for (const call of [moved(person).anyone, user, token, narrow.call]) {
    const answers = [
      await call('GET', '/api/operators'),
      (await invite(call)).answer,
      await put(call, person, { name: 'Mine' }),
      await disable(call, person),
      await call('GET', '/api/auth/events'),
    ]
    for (const answer of answers) expect([401, 403], answer.raw).toContain(answer.status)
  }
})
