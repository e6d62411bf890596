// What the session of an operator may do, over the route table: the policies of the roles, other accounts, and the rules of
// the cookie.
import { beforeAll, describe, expect, test } from 'vitest'
import { type OperatorRole, operatorRoles } from '../../db/schema/operator.ts'
import type { Route } from '../../src/shared/http/route.ts'
import { readExamples } from '../../tools/docs/examples/files.ts'
import { documentFor } from '../../tools/openapi/tables.ts'
import { type Call, callerOf } from '../support/client.ts'
import { makeInstallUser, signedInAs, signIn } from '../support/platform.ts'
import { isExhaustive } from '../support/rounds.ts'
import { everyRoute, fill, guardedRoutes, nameOf } from '../support/routes.ts'
import { changingNoRow } from '../support/tables.ts'
import { makeWorld, type World } from '../support/world.ts'

type Signed = { call: Call; token: string }
let world: World
let theirs: World
let user: Call
const operators = new Map<OperatorRole, Signed>()
beforeAll(async () => {
  world = await makeWorld()
  theirs = await makeWorld()
  user = (await signIn(await makeInstallUser(world))).call
  for (const role of operatorRoles) operators.set(role, await signedInAs(world, role))
})

function operator(role: OperatorRole): Signed {
  const signed = operators.get(role)
  if (!signed) throw new Error(`Nobody is ${role}.`)
  return signed
}

/** Areas A and B. */
const ofInstalls = guardedRoutes.filter(({ path }) => path.startsWith('/v1/'))
const ofAccount = guardedRoutes.filter(({ path }) => !path.startsWith('/v1/'))

/** The operations that no operator may call: they are for the backend of a customer. */
const ofBackends = ['sp:CreateStsToken', 'sp:RefreshStsToken']

const isRead = (action: string) => /^sp:(Read|List)/.test(action) && action !== 'sp:ReadOnboarding'
const ofDevelopers = [
  ...['sp:IntrospectStsToken', 'sp:SimulateStsPolicy'],
  ...['sp:RevokeStsToken', 'sp:RevokeStsTokens'],
]
const inAreasAAndB: Record<OperatorRole, (action: string) => boolean> = {
  viewer: isRead,
  developer: action => isRead(action) || ofDevelopers.includes(action),
  admin: () => true,
  owner: () => true,
}

/** The actions in area C that each role has in addition to those before it. */
const added: Record<OperatorRole, readonly string[]> = {
  viewer: [
    ...[
      'ListAccountInstalls',
      'ListDeadLetters',
      'ListDeliveries',
      'ListDeliveryAttempts',
      'ListDocuments',
      'ListOperators',
    ],
    ...['ListWebhooks', 'ReadAccount', 'ReadDelivery', 'ReadDeliveryRetry'],
    ...['ReadDocument', 'ReadWebhook'],
  ],
  developer: [
    ...['ActivateWebhook', 'CreateWebhook', 'DeactivateWebhook', 'DeleteWebhook', 'RotateWebhookSecret'],
    ...['TestWebhook', 'UpdateWebhook', 'RecoverDeliveries', 'RetryDeliveries'],
    ...['RetryDelivery', 'DeleteDocument'],
    ...['IssueJwt', 'PublishEvent'],
  ],
  admin: [
    ...['DeleteOperator', 'DisableOperator', 'EnableOperator', 'InviteOperator', 'ReinviteOperator'],
    ...['UpdateOperator', 'ListAuditEvents', 'ListSignInEvents'],
  ],
  owner: [
    ...['CreateAccountCredential', 'ListAccountCredentials', 'RevokeAccountCredential'],
    ...['RotateAccountCredential', 'UpdateAccount'],
  ],
}
const ranked = operatorRoles.toReversed()
const inAreaC = (role: OperatorRole) =>
  ranked.slice(0, ranked.indexOf(role) + 1).flatMap(each => added[each].map(name => `sp:${name}`))

const mayCall = (role: OperatorRole, { action, path }: Route<never>): boolean =>
  path.startsWith('/v1/') ? inAreasAAndB[role](String(action)) : inAreaC(role).includes(String(action))

test('each guarded operation of area C is in the list of a role', () => {
  const listed = [...new Set(inAreaC('owner'))]
  expect(listed.toSorted()).toEqual(ofAccount.map(({ action }) => action).toSorted())
})

// The records do not exist, so that a permitted request changes nothing.
const send = ({ call }: { call: Call }, route: Route<never>, installSid: string = world.installSid) =>
  call(route.method, fill(route, installSid))

/** The roles are ranked: in `npm test`, the lowest role that may call the operation, and the highest one that may not. */
function rolesAround(route: Route<never>): readonly OperatorRole[] {
  if (isExhaustive || ofBackends.includes(String(route.action))) return operatorRoles
  const lowest = ranked.findIndex(role => mayCall(role, route))
  return ranked.slice(Math.max(0, lowest - 1), lowest + 1)
}

const cells = guardedRoutes.flatMap(route =>
  rolesAround(route).map(role => {
    const can = ofBackends.includes(String(route.action))
      ? 'cannot'
      : mayCall(role, route)
        ? 'may'
        : 'may not'
    return { role, can, name: nameOf(route), route }
  }),
)

test.each(cells)('the role $role $can call $name', async ({ role, can, route }) => {
  const answer = await send(operator(role), route)
  if (can === 'may') expect([401, 403], answer.raw).not.toContain(answer.status)
  else {
    const code = can === 'cannot' ? 'caller_not_accepted' : 'action_not_allowed'
    expect([answer.status, answer.text('code')]).toEqual([403, code])
  }
  expect(answer.roundTrips).toBeLessThanOrEqual(route.method === 'get' ? 1 : 2)
})

test('the OpenAPI document has the session as a security scheme of each operation that accepts it', () => {
  const { paths } = documentFor(readExamples(), 'https://api.invigil.example')
  const bySession = ofInstalls.filter(({ method, path }) =>
    JSON.stringify(paths[path]?.[method]).includes('{"session":[]}'),
  )
  const accepting = ofInstalls.filter(({ action }) => !ofBackends.includes(String(action)))
  expect(bySession.map(nameOf)).toEqual(accepting.map(nameOf))
})

const titled = (routes: readonly Route<never>[]) => routes.map(route => ({ name: nameOf(route), route }))

describe.each(
  titled(
    ofInstalls.filter(
      ({ path, action }) => path.includes('{installSid}') && !ofBackends.includes(String(action)),
    ),
  ),
)('$name', ({ route }) => {
  test('on the install of another account: 404 for an owner, as for a missing one', async () => {
    const unknownSid = `AI${'0'.repeat(32)}`
    const [foreign, unknown] = await changingNoRow(world, () =>
      Promise.all([
        send(operator('owner'), route, theirs.installSid),
        send(operator('owner'), route, unknownSid),
      ]),
    )
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    const { requestId: _, ...members } = foreign.body
    const detail = String(members['detail']).replace(theirs.installSid, unknownSid)
    expect(unknown.body).toMatchObject({ ...members, detail })
  })
})

describe.each(titled(ofInstalls))('$name', ({ route }) => {
  test('refuses the session of a user of the install: 403', async () => {
    const answer = await send({ call: user }, route)
    expect([answer.status, answer.text('code')]).toEqual([403, 'caller_not_accepted'])
  })
})

describe.each(titled(ofInstalls.filter(({ method }) => method !== 'get')))('$name', ({ route }) => {
  test('with the cookie and from another origin: 403 without a round trip', async () => {
    const cookie = `session=${operator('owner').token}`
    const { stack, installSid } = world
    for (const headers of [{ cookie }, { cookie, origin: 'https://elsewhere.example' }]) {
      const answer = await callerOf(stack)(route.method, fill(route, installSid), { headers })
      expect(answer).toMatchObject({ status: 403, roundTrips: 0 })
      expect(answer.text('code')).toBe('cross_site_request')
    }
  })

  test('with the cookie and from a page of ours, responds as to the bearer token', async () => {
    const { stack, installSid } = world
    const headers = { cookie: `session=${operator('owner').token}`, origin: stack.baseUrl }
    const path = fill(route, installSid)
    const answer = await callerOf(stack)(route.method, path, { headers })
    const bearer = await send(operator('owner'), route)
    expect([answer.status, answer.body['code']]).toEqual([bearer.status, bearer.body['code']])
  })
})

test('a read with the cookie needs no Origin', async () => {
  const headers = { cookie: `session=${operator('viewer').token}` }
  for (const path of [world.path('/users'), world.path('/sts/tokens'), '/v1/installs'])
    expect((await callerOf(world.stack)('GET', path, { headers })).status, path).toBe(200)
})

test('a secret in a header precedes the cookie', async () => {
  const headers = { cookie: `session=${operator('owner').token}` }
  const { call } = await world.credential([])
  expect((await call('GET', world.path('/users'), { headers })).status).toBe(403)
})

test('no open operation of areas A and B reads the cookie', async () => {
  const open = everyRoute.filter(({ path, action }) => path.startsWith('/v1/') && action === undefined)
  expect(open.length).toBeGreaterThan(0)
  for (const route of open) {
    const headers = { cookie: `session=${operator('owner').token}` }
    const answer = await callerOf(world.stack)(route.method, fill(route, world.installSid), { headers })
    expect(answer.body['code'], nameOf(route)).not.toBe('cross_site_request')
  }
})
