// Introspection of tokens, and simulation of policies.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../support/client.ts'
import { badPaths, problemOf } from '../../support/problem.ts'
import { age, backend, chainFrom, introspect, revoke, revokeMany } from '../../support/sts.ts'
import { issueApiToken, issueToken, mintingNothing } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
let userSid: string
beforeAll(async () => {
  world = await makeWorld()
  userSid = await world.user()
})

const issue = (members: Record<string, unknown> = {}) =>
  issueToken(world, { targetUserSid: userSid, ...members })
const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)

/** Expects that the response contains only that the token is inactive, and why. */
const dead = (answer: Answer, reason: string) => {
  expect(answer).toMatchObject({ status: 200, roundTrips: expect.toBeOneOf([0, 1]) })
  expect(answer.body).toEqual({ active: false, reason })
}

describe('introspection', () => {
  test('of an active token returns the members of RFC 7662 and its element, in one round trip', async () => {
    const { answer, sid, secret } = await issue({ expiresIn: 600 })
    const introspected = await introspect(world, secret)
    expect(introspected).toMatchObject({ status: 200, roundTrips: 1 })
    const { iat, ...members } = introspected.body
    expect(members).toEqual({
      ...{ active: true, token_type: 'element', elementType: 'exam-session', resource: '*' },
      ...{ aud: world.installSid, sub: userSid, jti: sid, iss: world.stack.baseUrl },
      client_id: expect.stringMatching(/^AK[a-f0-9]{32}$/),
      exp: seconds(answer.text('expiresAt')),
    })
    expect(introspected.count('exp') - Number(iat)).toBe(600)
    expect(introspected.raw).not.toContain(secret)
  })

  test('of an api token returns no element type, and no user if it has none', async () => {
    const { secret } = await issueApiToken(world, allow(['sp:ListUsers'], ['*']))
    const { body } = await introspect(world, secret)
    expect(body).toMatchObject({ active: true, token_type: 'api' })
    expect([body['sub'] ?? null, body['elementType'] ?? null]).toEqual([null, null])
  })

  test('of a replaced token is replaced; its successor is active', async () => {
    const chain = await chainFrom(world, await issue(), 2)
    const answers = await Promise.all(chain.map(({ secret }) => introspect(world, secret)))
    expect(answers.map(({ body }) => [body['active'], body['reason'] ?? null])).toEqual([
      ...[0, 1].map(() => [false, 'replaced']),
      [true, null],
    ])
  })

  test('of a revoked token is revoked, for every generation', async () => {
    const chain = await chainFrom(world, await issue(), 1)
    for (const token of chain.slice(0, 1)) await revoke(world, token)
    dead(await introspect(world, chain[1]?.secret ?? ''), 'revoked')
  })

  test('of an expired token is expired, also after its absolute end', async () => {
    const [late, overdue] = [await issue({ expiresIn: 60 }), await issue()]
    await age(world, late, 61)
    await age(world, overdue, 28_801)
    for (const { secret } of [late, overdue]) dead(await introspect(world, secret), 'expired')
  })

  test.each([
    ['user_revoked', (targetUserSid: string) => ({ targetUserSid })],
    ['credential_revoked', (_: string, credentialSid: string) => ({ credentialSid })],
    ['install_revoked', () => ({ all: true })],
  ])('of a token that was revoked with others is %s', async (reason, bodyOf) => {
    const creator = await backend(world)
    const targetUserSid = await world.user()
    const { secret } = await issueToken(world, { targetUserSid }, creator.call)
    expect((await revokeMany(world, bodyOf(targetUserSid, creator.sid))).status).toBe(204)
    dead(await introspect(world, secret), reason)
  })

  test('of a token whose credential was revoked is credential_revoked', async () => {
    const creator = await backend(world)
    const { secret } = await issueToken(world, { targetUserSid: userSid }, creator.call)
    await world.admin('DELETE', world.path(`/credentials/${creator.sid}`))
    dead(await introspect(world, secret), 'credential_revoked')
  })

  test('of a token of another install is unknown, and the token stays active', async () => {
    const other = await makeWorld()
    const { secret } = await issueToken(other, { targetUserSid: await other.user() })
    dead(await introspect(world, secret), 'unknown')
    expect((await introspect(other, secret)).body).toMatchObject({ active: true })
  })

  test('of a token of another install of the account is unknown', async () => {
    const sibling = await world.admin('POST', '/v1/installs', { body: { name: 'Sibling' } })
    const path = `/v1/installs/${sibling.text('sid')}/sts/introspect`
    dead(await world.admin('POST', path, { body: { token: (await issue()).secret } }), 'unknown')
  })

  test('of any text that is no stsToken is unknown', async () => {
    const { answer, secret, sid } = await issue()
    const changed = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`
    const others = [
      '',
      ' ',
      'a',
      changed,
      ` ${secret}`,
      sid,
      answer.text('elementToken'),
      world.secret,
      "' or 1=1",
    ]
    for (const token of others) dead(await introspect(world, token), 'unknown')
  })

  test.each([[{}], [{ token: 7 }], [{ token: null }], [{ token: 'a'.repeat(4097) }]])(
    'of %j is 400',
    async body => {
      const answer = await world.admin('POST', world.path('/sts/introspect'), { body })
      expect(badPaths(answer)).toEqual(['token'])
    },
  )

  test('with an unknown member names it', async () => {
    const body = { token: 'a', token_type_hint: 'access_token' }
    const answer = await world.admin('POST', world.path('/sts/introspect'), { body })
    problemOf(answer, 400)
    expect(answer.raw).toContain('token_type_hint')
  })
})

describe('simulation', () => {
  const inInstall = (rest: string) => `installs/${world.installSid}/${rest}`
  const policyOf = (statements: unknown[]) => ({ version: '1', statements })
  const reader = () =>
    world.credential([
      ...allow(['sp:SimulateStsPolicy', 'sp:CreateStsToken'], ['*']),
      ...allow(['sp:ReadUserProfile', 'sp:ListUsers'], [inInstall('users/*')]),
    ])
  const simulate = (policy: unknown, call = world.admin) =>
    mintingNothing(world, () => call('POST', world.path('/sts/simulate'), { body: { policy } }))

  test("a policy within the caller's own is granted without violations, in one round trip", async () => {
    const { call } = await reader()
    const answer = await simulate(
      policyOf(allow(['sp:ReadUserProfile'], [inInstall(`users/${userSid}/profile`)])),
      call,
    )
    expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
    expect(answer.body).toEqual({ granted: true, violations: [] })
  })

  test('a policy that grants nothing is granted', async () => {
    expect((await simulate(policyOf([]), (await reader()).call)).body).toMatchObject({ granted: true })
  })

  test("a policy beyond the caller's is refused, and every violation names statement, action and resource", async () => {
    const { call } = await reader()
    const inside = allow(['sp:ListUsers'], [inInstall('users/*')])
    const beyond = allow(['sp:ListUsers', 'sp:EraseUser'], [inInstall('users/*'), inInstall('courses/*')])
    const answer = await simulate(policyOf([...inside, ...beyond]), call)
    expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
    expect(answer.body['granted']).toBe(false)
    const violations = answer.list('violations').map(({ action, resource }) => `${action} ${resource}`)
    expect(violations.toSorted()).toEqual([
      `sp:EraseUser ${inInstall('courses/*')}`,
      `sp:EraseUser ${inInstall('users/*')}`,
      `sp:ListUsers ${inInstall('courses/*')}`,
    ])
    expect(new Set(answer.list('violations').map(({ statement }) => statement)).size).toBe(1)
  })

  test('returns the same violations as issuing', async () => {
    const { call } = await reader()
    for (const resource of ['*', inInstall('*'), inInstall('users/*'), 'installs/AI1/users/*']) {
      const policy = policyOf(allow(['sp:ReadUserProfile'], [resource]))
      const body = { tokenType: 'api', policy }
      const simulated = await simulate(policy, call)
      const issued = await call('POST', world.path('/sts/tokens'), { body })
      expect(simulated.body['granted']).toBe(issued.status === 201)
      if (issued.status !== 201) expect(issued.list('violations')).toEqual(simulated.list('violations'))
    }
  })

  test.each([
    ['of another version', { version: '2', statements: [] }],
    ['that denies', policyOf([{ effect: 'Deny', actions: ['sp:ListUsers'], resources: ['*'] }])],
    ['with an unknown action', policyOf(allow(['sp:ReadMinds'], ['*']))],
    ['with a star inside a segment', policyOf(allow(['sp:ListUsers'], ['installs/AI*/users']))],
    ['that is missing', undefined],
  ])('a policy %s is 400, not a violation', async (_, policy) => {
    problemOf(await simulate(policy), 400)
  })
})
