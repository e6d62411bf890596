// The sessions of operators in areas A and B end, expire and need a second factor as in area C.
import { describe, expect, test } from 'vitest'
import type { Call } from '../../../support/client.ts'
import {
  addMfa,
  age,
  makeInstallUser,
  makeOperator,
  signedInAs,
  signIn,
  signInByCode,
} from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const minutes = 60

/** A read and a write of area A, and the same of area B. */
const requests = (world: World): [method: string, path: string, body?: object][] => [
  ['GET', world.path('/users')],
  ['PUT', world.path(''), { name: 'Changed' }],
  ['GET', world.path('/sts/audit')],
  ['POST', world.path('/sts/revocations'), { all: true }],
]

async function codesOf(world: World, call: Call) {
  const codes = []
  for (const [method, path, body] of requests(world)) {
    const answer = await call(method, path, body && { body })
    codes.push(answer.status < 300 ? 'done' : answer.text('code'))
  }
  return codes
}

const all = (code: string) => Array(4).fill(code)
const ended = all('credential_invalid')

test('an operator reads in one round trip and writes in at most two', async () => {
  const { world, call } = await signedInAs(await makeWorld(), 'owner')
  for (const [method, path, body] of requests(world)) {
    const answer = await call(method, path, body && { body })
    expect(answer.status, answer.raw).toBeLessThan(300)
    expect(answer.roundTrips, path).toBe(method === 'GET' ? 1 : 2)
  }
})

describe('no request that starts after the response is accepted when', () => {
  async function scene() {
    const world = await makeWorld()
    await makeOperator(world)
    const operator = await signedInAs(world, 'admin')
    expect(await codesOf(world, operator.call)).toEqual(all('done'))
    return operator
  }

  test('the session signs out', async () => {
    const { world, call } = await scene()
    expect((await call('POST', '/api/auth/logout')).status).toBe(204)
    expect(await codesOf(world, call)).toEqual(ended)
  })

  test('the operator is disabled, also after the operator is enabled again', async () => {
    const { world, call, id } = await scene()
    expect((await world.admin('POST', `/api/operators/${id}/disable`)).status).toBe(200)
    expect(await codesOf(world, call)).toEqual(ended)
    expect((await world.admin('POST', `/api/operators/${id}/enable`)).status).toBe(200)
    expect(await codesOf(world, call)).toEqual(ended)
  })

  test('the operator is deleted', async () => {
    const { world, call, id } = await scene()
    expect((await world.admin('DELETE', `/api/operators/${id}`)).status).toBe(204)
    expect(await codesOf(world, call)).toEqual(ended)
  })

  test('the password changes in another session', async () => {
    const { world, call, ...person } = await scene()
    const other = await signIn({ world, ...person })
    const body = { currentPassword: person.password, password: 'Battery5staple!' }
    expect((await other.call('POST', '/api/auth/change-password', { body })).status).toBeLessThan(300)
    expect(await codesOf(world, call)).toEqual(ended)
  })

  test('the role loses the right', async () => {
    const { world, call, id } = await scene()
    const body = { role: 'viewer' }
    expect((await world.admin('PUT', `/api/operators/${id}`, { body })).status).toBe(200)
    expect(await codesOf(world, call)).toEqual([
      ...['done', 'action_not_allowed', 'done', 'action_not_allowed'],
    ])
  })

  test('the account requires a second factor, until the operator has enrolled one', async () => {
    const { world, call, ...person } = await scene()
    const body = { requireMfa: true }
    expect((await world.admin('PUT', '/api/account', { body })).status).toBe(200)
    expect(await codesOf(world, call)).toEqual(all('mfa_required_by_account'))
    const factor = await addMfa(call)
    expect(await codesOf(world, call)).toEqual(all('done'))
    const again = await signInByCode({ world, ...person }, factor)
    expect(await codesOf(world, again.call)).toEqual(all('done'))
  })
})

describe('the idle timeout', () => {
  test('ends a session after half an hour, and a refused request does not renew it', async () => {
    const operator = await signedInAs(await makeWorld(), 'owner')
    await age(operator, 'sign_in_session', ['last_seen_date'], 30 * minutes + 1)
    for (let times = 0; times < 2; times += 1)
      expect(await codesOf(operator.world, operator.call)).toEqual(ended)
  })

  test.each([
    ['A', '/users'],
    ['B', '/sts/tokens'],
  ])('starts again with each request of area %s', async (_, rest) => {
    const operator = await signedInAs(await makeWorld(), 'owner')
    for (let times = 0; times < 2; times += 1) {
      await age(operator, 'sign_in_session', ['last_seen_date'], 29 * minutes)
      expect((await operator.call('GET', operator.world.path(rest))).status).toBe(200)
    }
  })
})

test('a session ends at its absolute expiry', async () => {
  const operator = await signedInAs(await makeWorld(), 'owner')
  await age(operator, 'sign_in_session', ['expires_at'], 12 * 60 * minutes + 1)
  expect(await codesOf(operator.world, operator.call)).toEqual(ended)
})

test('a user of the install uses no operation of areas A and B with a session, whatever the role', async () => {
  const world = await makeWorld()
  const person = await makeInstallUser(world)
  await world.admin('PUT', world.path(`/users/${person.id}`), { body: { role: 'admin' } })
  const { call } = await signIn(person)
  expect(await codesOf(world, call)).toEqual(all('caller_not_accepted'))
  problemOf(await call('GET', '/v1/installs'), 403)
  problemOf(await call('GET', '/v1/timezones'), 403)
})
