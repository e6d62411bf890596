import { beforeAll, describe, expect, test } from 'vitest'
import { resourceOf } from '../../src/shared/auth/authorize.ts'
import { catalogue, topicActions } from '../../src/shared/auth/policy/actions.ts'
import { makeSecret } from '../../src/shared/auth/secret.ts'
import { type Call, callerOf } from '../support/client.ts'
import { isExhaustive, rotating, rounds } from '../support/rounds.ts'
import { everyRoute, fill, guardedRoutes, nameOf } from '../support/routes.ts'
import { sharedStack } from '../support/stack.ts'
import { allow, makeWorld, sisterOf, type World } from '../support/world.ts'

// One stack for all tests: no request here is granted, so no data changes.
let world: World
let theirs: World
let sister: World
/** A policy that allows everything, and one that allows everything on another resource. */
let everything: Call
let elsewhere: Call
beforeAll(async () => {
  world = await makeWorld()
  everything = (await world.credential(allow(['sp:*'], ['*']))).call
  elsewhere = (await world.credential(allow(['sp:*'], ['installs/elsewhere/*']))).call
  theirs = await makeWorld()
  sister = await sisterOf(world)
})

const titled = (routes: typeof guardedRoutes) =>
  routes.map((route, at) => ({ name: nameOf(route), route, at }))

const unreadable: [string, string][] = [
  ['junk', 'junk'],
  ['a secret with a wrong checksum', `${makeSecret('credential').slice(0, -1)}_`],
  ['an unknown prefix', makeSecret('credential').replace('invigil_key', 'someone_key')],
]
const kinds = ['credential', 'token', 'session'] as const

const groups = rounds({ quick: 8, all: catalogue.length })
const actions: readonly (string | undefined)[] = catalogue
const groupOf = (action: string | undefined) => actions.indexOf(action) % groups
const callers = new Map<number, Call>()

/**
 * A caller whose policy lacks the action (one of eight in `npm test`). It also lacks the other actions of the group, and the
 * response names the required action.
 */
async function callerWithout(action: string | undefined): Promise<Call> {
  const group = groupOf(action)
  const known = callers.get(group)
  if (known) return known
  const others = catalogue.filter(each => groupOf(each) !== group)
  const { call } = await world.credential(allow([...others], ['*']))
  callers.set(group, call)
  return call
}

describe.each(titled(guardedRoutes))('$name', ({ route, at }) => {
  test('without a credential: 401 without a round trip', async () => {
    const { stack, installSid } = world
    const answer = await callerOf(stack)(route.method, fill(route, installSid))
    expect(answer).toMatchObject({ status: 401, roundTrips: 0 })
    expect(answer.text('code')).toBe('credential_required')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /)
  })

  test.each(rotating(unreadable, at, 1))('with %s: 401 without a round trip', async (_, secret) => {
    const { stack, installSid } = world
    const answer = await callerOf(stack, secret)(route.method, fill(route, installSid))
    expect(answer).toMatchObject({ status: 401, roundTrips: 0 })
  })

  test.each(rotating(kinds, at, 1))('with a well-formed %s that does not exist: 401', async kind => {
    const { stack, installSid } = world
    const answer = await callerOf(stack, makeSecret(kind))(route.method, fill(route, installSid))
    expect(answer).toMatchObject({ status: 401, roundTrips: 1 })
    expect(answer.text('code')).toBe('credential_invalid')
  })

  test('with a policy that lacks the action: 403 that names the action and the resource', async () => {
    const call = await callerWithout(route.action)
    const path = fill(route, world.installSid)
    const answer = await call(route.method, path)
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({
      code: 'action_not_allowed',
      action: route.action,
      resource: resourceOf(path.replace(/\?.*/, '')),
    })
  })

  test('with the action on another resource only: 403', async () => {
    expect((await elsewhere(route.method, fill(route, world.installSid))).status).toBe(403)
  })
})

const ofInstalls = guardedRoutes.filter(({ path }) => path.includes('{installSid}'))

describe.each(titled(ofInstalls))('$name', ({ route, at }) => {
  // Every third operation in `npm test`; contract/tenants tests the 404 of all operations.
  if (isExhaustive || at % 3 === 0)
    test('on the install of another tenant: 404, as for a missing one', async () => {
      const unknownSid = `AI${'0'.repeat(32)}`
      const foreign = await world.admin(route.method, fill(route, theirs.installSid))
      const unknown = await world.admin(route.method, fill(route, unknownSid))
      expect([foreign.status, unknown.status]).toEqual([404, 404])
      const { requestId: _, ...said } = foreign.body
      const detail = String(said['detail']).replace(theirs.installSid, unknownSid)
      expect(unknown.body).toMatchObject({ ...said, detail })
    })

  test('with a credential of a sister install: 404', async () => {
    expect((await everything(route.method, fill(route, sister.installSid))).status).toBe(404)
  })
})

test('the actions of the catalogue are exactly the actions of the routes and of topics', () => {
  const actions = new Set([...guardedRoutes.map(({ action }) => action), ...topicActions])
  expect([...actions].toSorted()).toEqual([...catalogue])
})

test('an unknown path returns a 404 problem', async () => {
  const answer = await callerOf(await sharedStack())('GET', '/v2/nothing')
  expect(answer.status).toBe(404)
  expect(answer.text('code')).toBe('not_found')
})

test.each(Object.entries(Object.groupBy(everyRoute, ({ path }) => path)))(
  '%s with an unsupported method returns 405 with the supported methods',
  async (path, routes = []) => {
    const answer = await callerOf(await sharedStack())('PATCH', path.replaceAll(/\{\w+\}/g, 'x'))
    expect(answer.status).toBe(405)
    const allowed = routes.flatMap(({ method }) =>
      method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase(),
    )
    expect(answer.headers.get('allow')).toBe(allowed.join(', '))
  },
)
