import { beforeAll, describe, expect, test } from 'vitest'
import { resourceOf } from '../../src/shared/auth/authorize.ts'
import { catalogue } from '../../src/shared/auth/policy/actions.ts'
import { makeSecret } from '../../src/shared/auth/secret.ts'
import { callerOf } from '../support/client.ts'
import { rotating } from '../support/rounds.ts'
import { everyRoute, fill, guardedRoutes, nameOf } from '../support/routes.ts'
import { sharedStack } from '../support/stack.ts'
import { allow, makeWorld, sisterOf, type World } from '../support/world.ts'

// For all: nothing here is granted, so nothing changes.
let world: World
let theirs: World
let sister: World
beforeAll(async () => {
  world = await makeWorld()
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
const kinds = ['credential', 'token'] as const

describe.each(titled(guardedRoutes))('$name', ({ route, at }) => {
  test('without a credential is 401 and costs no trip', async () => {
    const { stack, installSid } = world
    const answer = await callerOf(stack)(route.method, fill(route, installSid))
    expect(answer).toMatchObject({ status: 401, trips: 0 })
    expect(answer.text('code')).toBe('credential_required')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /)
  })

  test.each(rotating(unreadable, at, 1))('with %s is 401 and costs no trip', async (_, secret) => {
    const { stack, installSid } = world
    const answer = await callerOf(stack, secret)(route.method, fill(route, installSid))
    expect(answer).toMatchObject({ status: 401, trips: 0 })
  })

  test.each(rotating(kinds, at, 1))('with a well-formed %s that nobody made is 401', async kind => {
    const { stack, installSid } = world
    const answer = await callerOf(stack, makeSecret(kind))(route.method, fill(route, installSid))
    expect(answer).toMatchObject({ status: 401, trips: 1 })
    expect(answer.text('code')).toBe('credential_invalid')
  })

  test('with a policy that lacks its action is 403 and names the action and the resource', async () => {
    const others = catalogue.filter(action => action !== route.action)
    const { call } = await world.credential(allow([...others], ['*']))
    const path = fill(route, world.installSid)
    const answer = await call(route.method, path)
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({
      code: 'action_not_allowed',
      action: route.action,
      resource: resourceOf(path),
    })
  })

  test('with its action on another resource only is 403', async () => {
    const { call } = await world.credential(allow(['sp:*'], ['installs/elsewhere/*']))
    expect((await call(route.method, fill(route, world.installSid))).status).toBe(403)
  })
})

const ofInstalls = guardedRoutes.filter(({ path }) => path.includes('{installSid}'))

describe.each(titled(ofInstalls))('$name', ({ route }) => {
  test("on another tenant's install is 404, as on none", async () => {
    const foreign = await world.admin(route.method, fill(route, theirs.installSid))
    const unknown = await world.admin(route.method, fill(route, `AI${'0'.repeat(32)}`))
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    const { requestId: _, ...said } = foreign.body
    expect(unknown.body).toMatchObject(said)
  })

  test('with a credential of a sister install is 404', async () => {
    const { call } = await world.credential(allow(['sp:*'], ['*']))
    expect((await call(route.method, fill(route, sister.installSid))).status).toBe(404)
  })
})

test('every action of the catalogue is the action of a route, and the other way round', () => {
  const actions = new Set(guardedRoutes.map(({ action }) => action))
  expect([...actions].toSorted()).toEqual([...catalogue])
})

test('an unknown path is a 404 problem', async () => {
  const answer = await callerOf(await sharedStack())('GET', '/v2/nothing')
  expect(answer.status).toBe(404)
  expect(answer.text('code')).toBe('not_found')
})

test.each(Object.entries(Object.groupBy(everyRoute, ({ path }) => path)))(
  '%s with a method that it has not is 405 and lists what it has',
  async (path, routes = []) => {
    const answer = await callerOf(await sharedStack())('PATCH', path.replaceAll(/\{\w+\}/g, 'x'))
    expect(answer.status).toBe(405)
    const allowed = routes.flatMap(({ method }) =>
      method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase(),
    )
    expect(answer.headers.get('allow')).toBe(allowed.join(', '))
  },
)
