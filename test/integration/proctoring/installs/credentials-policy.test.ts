import { expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { callerOf } from '../../../support/client.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

// What POST /v1/installs/{installSid}/credentials refuses: malformed bodies, and policies outside the caller's.

const bodyOf = (statements: object[], members: object = {}) => ({
  name: 'Backend',
  role: 'admin',
  policy: { version: '1', statements },
  ...members,
})

const create = ({ admin, path }: World, statements: object[], members?: object) =>
  admin('POST', path('/credentials'), { body: bodyOf(statements, members) })

const credentialCount = async ({ admin, path }: World) =>
  (await admin('GET', path('/credentials?limit=0'))).count('total')

const everything = allow(['sp:*'], ['*'])

/** A caller with all actions on the credentials of its install, that can list its users and refresh its tokens. */
async function narrowCaller() {
  const world = await makeWorld()
  const at = `installs/${world.installSid}`
  const { call } = await world.credential([
    ...allow(['sp:*'], [`${at}/credentials`, `${at}/credentials/*`]),
    ...allow(['sp:ListUsers'], [`${at}/users`]),
    ...allow(['sp:RefreshStsToken'], [`${at}/sts/*`]),
  ])
  return { world, at, narrow: { ...world, admin: call } }
}

test('a policy within the caller’s is granted', async () => {
  const { at, narrow } = await narrowCaller()
  const statements = [
    ...allow(['sp:ListUsers'], [`${at}/users`]),
    ...allow(['sp:RefreshStsToken'], [`${at}/sts/tokens/*/refresh`]),
    ...allow(['sp:*'], [`${at}/credentials`]),
  ]
  const created = await create(narrow, statements)
  expect(created.status, created.raw).toBe(201)
  const call = callerOf(narrow.stack, created.text('secret'))
  expect((await call('GET', narrow.path('/users'))).status).toBe(200)
})

test.each([
  ['another resource', 'sp:ListUsers', '/credentialz'],
  ['a wider resource', 'sp:ListUsers', '/*'],
  ['an action on a resource with other allowed actions', 'sp:ListUsers', '/sts/tokens'],
  ['another action on an allowed resource', 'sp:RefreshStsToken', '/users'],
  ['a resource beside the allowed tail', 'sp:RefreshStsToken', '/sts'],
])('a policy with %s is 403 permission_ceiling_violation and lists it', async (_, action, rest) => {
  const { world, at, narrow } = await narrowCaller()
  const resource = `${at}${rest}`
  const statements = [...allow(['sp:ListUsers'], [`${at}/users`]), ...allow([action], [resource])]
  const refused = await create(narrow, statements)
  problemOf(refused, 403)
  expect(refused.text('code')).toBe('permission_ceiling_violation')
  expect(refused.list('violations')).toEqual([{ statement: expect.anything(), action, resource }])
  expect(await credentialCount(world)).toBe(1)
})

test('sp:* beyond the caller’s policy is refused with the list of the actions that the caller lacks', async () => {
  const { at, narrow } = await narrowCaller()
  const refused = await create(narrow, allow(['sp:*'], [`${at}/users`]))
  problemOf(refused, 403)
  const violations = refused.list('violations')
  for (const violation of violations)
    expect(violation).toEqual({
      statement: expect.anything(),
      action: expect.stringMatching(/^sp:/),
      resource: `${at}/users`,
    })
  expect(violations.map(({ action }) => action)).not.toContain('sp:ListUsers')
  expect(violations.length).toBeGreaterThan(0)
})

test('sp:* is a valid action, and grants all actions that the caller has', async () => {
  const world = await makeWorld()
  const { call } = await world.credential(everything)
  expect((await call('GET', world.path('/users'))).status).toBe(200)
  expect((await create({ ...world, admin: call }, everything)).status).toBe(201)
})

test('an stsToken can list users in both headers, but cannot call a credential operation', async () => {
  const { admin, path, stack } = await makeWorld()
  const policy = { version: '1', statements: everything }
  const token = (await admin('POST', path('/sts/tokens'), { body: { tokenType: 'api', policy } })).text(
    'stsToken',
  )
  const { sid } = (await admin('POST', path('/credentials'), { body: bodyOf(everything) })).body
  for (const headers of [{ token }, { authorization: `Bearer ${token}` }]) {
    const call = callerOf(stack)
    expect((await call('GET', path('/users'), { headers })).status).toBe(200)
    const refused = [
      await call('GET', path('/credentials'), { headers }),
      await call('POST', path('/credentials'), { headers, body: bodyOf(everything) }),
      await call('DELETE', path(`/credentials/${sid}`), { headers }),
    ]
    for (const answer of refused) expect([401, 403]).toContain(answer.status)
  }
  expect((await admin('GET', path('/credentials'))).count('total')).toBe(1)
})

const policyOf = (members: object) => ({ policy: { version: '1', statements: everything, ...members } })
const resource = (value: unknown) => policyOf({ statements: [{ ...everything[0], resources: [value] }] })
const action = (value: unknown) => policyOf({ statements: [{ ...everything[0], actions: [value] }] })
const many = (length: number, value: unknown) => Array.from({ length }, () => value)

const refusals: [what: string, path: string, members: object][] = [
  ['a missing name', 'name', { name: undefined }],
  ['a name that is not a string', 'name', { name: 5 }],
  ['a name with a NUL', 'name', { name: 'a\u0000b' }],
  ['a name with a lone surrogate', 'name', { name: 'a\ud800b' }],
  ['a missing role', 'role', { role: undefined }],
  ['an unknown role', 'role', { role: 'owner' }],
  ['a missing policy', 'policy', { policy: undefined }],
  ['an unknown member', 'nickname', { nickname: 'x' }],
  ['a secret chosen by the caller', 'secret', { secret: 'x' }],
  ['an expiresAt without Z', 'expiresAt', { expiresAt: '2099-01-01T00:00:00+00:00' }],
  ['an expiresAt that is not a date', 'expiresAt', { expiresAt: '2099-13-01T00:00:00Z' }],
  ['another version', 'policy.version', policyOf({ version: '2' })],
  ['an unknown member of the policy', 'policy.sid', policyOf({ sid: 'x' })],
  ['a Deny', 'policy.statements.0.effect', policyOf({ statements: [{ ...everything[0], effect: 'Deny' }] })],
  [
    'an unknown member of a statement',
    'policy.statements.0.x',
    policyOf({ statements: [{ ...everything[0], x: 1 }] }),
  ],
  ['11 statements', 'policy.statements', policyOf({ statements: many(11, everything[0]) })],
  [
    '11 resources',
    'policy.statements.0.resources',
    policyOf({ statements: allow(['sp:*'], many(11, '*').map(String)) }),
  ],
  ['an unknown action', 'policy.statements.0.actions.0', action('sp:FlyToMoon')],
  ['an action in another case', 'policy.statements.0.actions.0', action('sp:listusers')],
  ['an action without sp:', 'policy.statements.0.actions.0', action('ListUsers')],
  ['an action that is not a string', 'policy.statements.0.actions.0', action(5)],
  ['a resource of 257 characters', 'policy.statements.0.resources.0', resource('a'.repeat(257))],
  ...[...' %?\\"\'é１\u0000\n\u202e+=@~#&(){}[]<>|^,;!$'].map((character): [string, string, object] => [
    `a resource with ${JSON.stringify(character)}`,
    'policy.statements.0.resources.0',
    resource(`installs/${character}`),
  ]),
  ...['in*stalls/x', '**', 'installs/**', 'a*b', '*a'].map((value): [string, string, object] => [
    `* inside a segment: ${value}`,
    'policy.statements.0.resources.0',
    resource(value),
  ]),
]

test.each(refusals)('%s is 400 and names %s, and nothing is written', async (_, path, members) => {
  const world = await makeWorld()
  expect(badPaths(await create(world, everything, members))).toContain(path)
  expect(await credentialCount(world)).toBe(0)
})

test('10 statements of 10 resources of 256 characters are accepted', async () => {
  const world = await makeWorld()
  const statements = many(10, { ...everything[0], resources: many(10, 'a'.repeat(256)) })
  const created = await create(
    world,
    statements.map(statement => Object(statement)),
  )
  expect(created.status, created.raw).toBe(201)
})

test.each(['installs/*/users', 'installs/*', '*', 'a/*/b/*', 'aZ09_./:-'])(
  'the resource %s is accepted',
  async value => {
    expect((await create(await makeWorld(), allow(['sp:ListUsers'], [value]))).status).toBe(201)
  },
)

test.each(['instructor', 'proctor', 'learner', 'admin'])('the role %s is accepted', async role => {
  expect((await create(await makeWorld(), everything, { role })).text('role')).toBe(role)
})

test('the 400 and 403 of a create have at most 2 round trips', async () => {
  const { narrow } = await narrowCaller()
  expect((await create(narrow, everything)).roundTrips).toBeLessThanOrEqual(2)
  expect((await create(narrow, everything, { nickname: 1 })).roundTrips).toBeLessThanOrEqual(2)
})

test('an unknown install is 404', async () => {
  const { admin } = await makeWorld()
  problemOf(
    await admin('POST', `/v1/installs/${newSid('AI')}/credentials`, { body: bodyOf(everything) }),
    404,
  )
})

test.each([
  ['admin', 'admin', 201],
  ['instructor', 'admin', 403],
  ['instructor', 'instructor', 201],
  ['proctor', 'instructor', 403],
  ['learner', 'proctor', 403],
  ['learner', 'learner', 201],
] as const)(
  'a caller of role %s that creates a credential of role %s gets %i',
  async (holder, given, status) => {
    const world = await makeWorld()
    const { call } = await world.credential(allow(['sp:*'], ['*']), holder)
    const body = { name: 'Handed on', role: given, policy: { version: '1', statements: [] } }
    expect((await call('POST', world.path('/credentials'), { body })).status).toBe(status)
  },
)

test.each([
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1899-12-31T23:59:59Z',
  '2027-02-30T00:00:00Z',
  '2027-01-01T00:00:00+01:00',
  '2027-01-01',
  '+010000-01-01T00:00:00Z',
])('expiresAt of %s is 400 with its path', async expiresAt => {
  const { admin, path } = await makeWorld()
  const body = { name: 'Odd', role: 'admin', policy: { version: '1', statements: [] }, expiresAt }
  expect(badPaths(await admin('POST', path('/credentials'), { body }))).toEqual(['expiresAt'])
})

test.each(['1900-01-01T00:00:00.000Z', '2027-03-14T02:30:00.123Z', '9999-12-31T23:59:59.999Z'])(
  'expiresAt of %s is returned as it was sent',
  async expiresAt => {
    const { admin, path } = await makeWorld()
    const body = { name: 'Dated', role: 'admin', policy: { version: '1', statements: [] }, expiresAt }
    expect((await admin('POST', path('/credentials'), { body })).text('expiresAt')).toBe(expiresAt)
  },
)
