// A JWT is allowed what its permissions and its issuer's current authority both allow. Tested for every operation that accepts JWTs.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { batch } from '../../../../db/client.ts'
import type { OperatorRole } from '../../../../db/schema/operator.ts'
import { newSid } from '../../../../db/sid.ts'
import { routes } from '../../../../src/platform/index.ts'
import { platformAuthenticator } from '../../../../src/platform/principal/authenticator.ts'
import { verifierOf } from '../../../../src/shared/crypto/keys/verifier.ts'
import type { Route } from '../../../../src/shared/http/route.ts'
import { type Call, callerOf } from '../../../support/client.ts'
import {
  accountCredential,
  age,
  makeOperator,
  moved,
  otherPassword,
  type Person,
  signedInAs,
  signIn,
  someEmail,
} from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { rotating } from '../../../support/rounds.ts'
import { fill, nameOf } from '../../../support/routes.ts'
import { grant } from '../../../support/sts.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const opened: Route<never>[] = routes.filter(({ callers }) => callers?.includes('jwt'))

/** The permission that each operation requires, with a valid body. Add new operations here. */
const needs: Record<string, { permission: 'publish' | 'subscribe'; body?: object; status: number }> = {
  'sp:PublishEvent': {
    permission: 'publish',
    body: { topic: 'orders', type: 'document.updated', payload: {} },
    status: 202,
  },
  'sp:ListDocuments': { permission: 'subscribe', status: 200 },
  // No document has this name.
  'sp:ReadDocument': { permission: 'subscribe', status: 404 },
  'sp:DeleteDocument': { permission: 'publish', status: 404 },
}

const needOf = ({ action }: Route<never>) => {
  const need = needs[String(action)]
  if (!need) throw new Error(`Say which permission ${action} takes in this file.`)
  return need
}

async function jwtOf(call: Call, permissions = ['publish', 'subscribe']): Promise<string> {
  const body = { applicationId: world.applicationSid, permissions }
  const answer = await call('POST', '/auth/token', { body })
  expect(answer.status, answer.raw).toBe(200)
  return answer.text('token')
}

const verify = (token: string) => callerOf(world.stack)('POST', '/auth/verify', { body: { token } })

async function isValid(token: string): Promise<void> {
  const answer = await verify(token)
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
  expect(Object.keys(answer.body['claims'] ?? {}).toSorted()).toEqual(['aud', 'exp', 'permissions', 'sub'])
}

async function isInvalid(token: string): Promise<void> {
  const answer = await verify(token)
  problemOf(answer, 401)
  expect(answer.text('code')).toBe('jwt_invalid')
}

test('some operations accept JWTs', () => {
  expect(opened.length).toBeGreaterThan(0)
})

type Operator = Person & { call: Call }
const setRole = async ({ id }: Person, role: OperatorRole) => {
  const answer = await world.admin('PUT', `/api/operators/${id}`, { body: { role } })
  expect(answer.status, answer.raw).toBe(200)
}

/** The events that end every JWT that an operator has issued in the session. */
const ends: Record<string, (operator: Operator) => Promise<unknown>> = {
  'is disabled': ({ id }) => world.admin('POST', `/api/operators/${id}/disable`),
  'signs out': ({ call }) => call('POST', '/api/auth/logout'),
  'is demoted to viewer': operator => setRole(operator, 'viewer'),
  'ends the session from another one': async operator => {
    const { call } = await signIn(moved(operator))
    const sessions = (await call('GET', '/api/auth/sessions')).list('results')
    for (const { id, current } of sessions) if (!current) await call('DELETE', `/api/auth/sessions/${id}`)
  },
  'changes the password elsewhere': async operator => {
    const { call } = await signIn(moved(operator))
    const body = { currentPassword: operator.password, password: otherPassword }
    const answer = await call('POST', '/api/auth/change-password', { body })
    expect(answer.status, answer.raw).toBe(204)
  },
  'has a session that reached its end': operator => age(operator, 'sign_in_session', ['expires_at'], 43_300),
}

describe.each(opened.map((route, at) => [nameOf(route), route, at] as const))('%s', (_, route, at) => {
  const { permission, body, status } = needOf(route)
  const ask = (jwt: string, headers = {}) =>
    callerOf(world.stack, jwt)(route.method, fill(route, world.installSid), { body, headers })
  const may = (actions: string[]) =>
    route.needs ? accountCredential(world, actions) : world.credential(allow(actions, ['*']))
  const both = () => may(['sp:IssueJwt', route.action ?? ''])

  test('accepts a JWT with the permission whose issuer is allowed the action', async () => {
    for (const { call } of [await both(), await signedInAs(world, 'developer')]) {
      const answer = await ask(await jwtOf(call, [permission]))
      expect(answer.status, answer.raw).toBe(status)
      expect(answer.roundTrips).toBeLessThanOrEqual(2)
    }
  })

  test('returns 403 without the permission', async () => {
    const other = permission === 'publish' ? 'subscribe' : 'publish'
    for (const permissions of [[], [other]])
      problemOf(await ask(await jwtOf((await both()).call, permissions)), 403)
  })

  test('returns 403 if the issuer is only allowed to issue JWTs', async () => {
    const answer = await ask(await jwtOf((await may(['sp:IssueJwt'])).call))
    problemOf(answer, 403)
    expect(answer.body).toMatchObject({ code: 'action_not_allowed', action: route.action })
  })

  test('returns 403 as soon as the issuer loses the action', async () => {
    const issuer = await both()
    const jwt = await jwtOf(issuer.call)
    expect((await ask(jwt)).status).toBe(status)
    await grant(world, issuer, allow(['sp:IssueJwt'], ['*']))
    problemOf(await ask(jwt), 403)
    await isValid(jwt)
  })

  test('returns 401 as soon as the issuer is no longer allowed to issue JWTs', async () => {
    const issuer = await both()
    const jwt = await jwtOf(issuer.call)
    await grant(world, issuer, allow([route.action ?? ''], ['*']))
    problemOf(await ask(jwt), 401)
    await isInvalid(jwt)
  })

  test('returns 401 as soon as the issuer is revoked', async () => {
    const issuer = await both()
    const jwt = await jwtOf(issuer.call)
    await world.admin('DELETE', `${route.needs ? '/api' : world.path('')}/credentials/${issuer.sid}`)
    problemOf(await ask(jwt), 401)
    await isInvalid(jwt)
  })

  test('returns 401 as soon as the issuer has expired', async () => {
    const issuer = await both()
    const jwt = await jwtOf(issuer.call)
    await world.stack.db.execute(
      sql`update api_credential set expires_at = now() where sid = ${issuer.sid.slice(2)}::uuid`,
    )
    problemOf(await ask(jwt), 401)
    await isInvalid(jwt)
  })

  test.each(rotating(Object.entries(ends), at, 2))(
    'returns 401 as soon as the operator who issued it %s',
    async (_, end) => {
      const operator = await signedInAs(world, 'developer')
      const jwt = await jwtOf(operator.call)
      expect((await ask(jwt)).status).toBe(status)
      await isValid(jwt)
      await end(operator)
      problemOf(await ask(jwt), 401)
      await isInvalid(jwt)
    },
  )

  test('refuses a JWT if the header names another application', async () => {
    const other = await makeWorld(world.stack)
    const jwt = await jwtOf((await both()).call)
    for (const sid of [other.applicationSid, newSid('AP')])
      problemOf(await ask(jwt, { 'x-application-id': sid }), 400)
    expect((await ask(jwt, { 'x-application-id': world.applicationSid })).status).toBe(status)
  })
})

test('the absolute end of a session ends its JWTs, the idle timeout does not', async () => {
  const operator = await signedInAs(world, 'developer')
  const jwt = await jwtOf(operator.call)
  await age(operator, 'sign_in_session', ['last_seen_date'], 3600)
  problemOf(await operator.call('GET', '/api/auth/me'), 401)
  await isValid(jwt)
  await age(operator, 'sign_in_session', ['expires_at'], 43_300)
  await isInvalid(jwt)
})

test('another session of the same operator does not keep a JWT valid', async () => {
  const operator = await signedInAs(world, 'developer')
  const other = await signIn(moved(operator))
  const [jwt, elsewhere] = [await jwtOf(operator.call), await jwtOf(other.call)]
  await operator.call('POST', '/api/auth/logout')
  await isInvalid(jwt)
  await isValid(elsewhere)
})

test('the promotion of an operator adds to an older JWT only what its permissions name', async () => {
  const operator = await makeOperator(world, 'developer')
  const jwt = await jwtOf((await signIn(operator)).call, ['subscribe'])
  await setRole(operator, 'owner')
  await isValid(jwt)
  const body = { email: someEmail(), name: 'Joan', role: 'viewer' }
  problemOf(await callerOf(world.stack, jwt)('POST', '/api/operators', { body }), 403)
})

test('a JWT is bound to the install of its issuer', async () => {
  const of = async (secret: string) => {
    const jwt = await jwtOf(callerOf(world.stack, secret), [])
    const shown = platformAuthenticator.parseCredentials({
      method: 'POST',
      header: name => (name === 'token' ? jwt : undefined),
      cookie: () => undefined,
      baseUrl: world.stack.baseUrl,
    })
    const { db } = world.stack
    const { rows } = await batch(db, { rows: platformAuthenticator.lookup(db, shown, undefined) })
    const keys = await callerOf(world.stack)('GET', '/.well-known/jwks.json')
    const env = { db, baseUrl: world.stack.baseUrl, verify: verifierOf(keys.raw) }
    return (await platformAuthenticator.authenticate(env, shown, rows)).installSid
  }
  const bound = await world.credential(allow(['sp:IssueJwt'], ['*']))
  expect(await of(bound.secret)).toBe(world.installSid)
  expect(await of(world.secret)).toBe(null)
})

test('a JWT is invalid while its issuer must enroll the second factor that the account requires', async () => {
  const { call } = await signedInAs(world, 'developer')
  const jwt = await jwtOf(call)
  const demand = (requireMfa: boolean) => world.admin('PUT', '/api/account', { body: { requireMfa } })
  await isValid(jwt)
  try {
    await demand(true)
    await isInvalid(jwt)
  } finally {
    await demand(false)
  }
  await isValid(jwt)
})
