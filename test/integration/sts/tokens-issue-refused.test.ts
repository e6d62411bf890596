// B1: refusals and their problems; a refusal creates no token.
import { beforeAll, describe, expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import { callerOf } from '../../support/client.ts'
import { badPaths, problemOf } from '../../support/problem.ts'
import { issueApiToken, issueToken, minted, mintingNothing } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
let userSid: string
beforeAll(async () => {
  world = await makeWorld()
  userSid = await world.user()
})

const ask = (body: unknown, call = world.admin) => call('POST', world.path('/sts/tokens'), { body })
const element = (members: Record<string, unknown> = {}) => ({
  tokenType: 'element',
  elementType: 'exam-session',
  targetUserSid: userSid,
  ...members,
})
const policyOf = (statements: unknown[]) => ({ version: '1', statements })
const api = (statements: unknown[], members: Record<string, unknown> = {}) => ({
  tokenType: 'api',
  policy: policyOf(statements),
  ...members,
})

const mintsNothing = <T>(request: () => Promise<T>) => mintingNothing(world, request)

describe('a body is 400 and names the error', () => {
  test.each([
    ['tokenType', 'without', undefined],
    ['elementType', 'without', undefined],
    ['targetUserSid', 'without', undefined],
    ['tokenType', 'with an unknown', 'browser'],
    ['elementType', 'with an unknown', 'exam-hall'],
    ['targetUserSid', 'with a malformed', 'ada'],
    ['targetUserSid', 'with an install for', `AI${'0'.repeat(32)}`],
    ['targetUserSid', 'with an unknown', newSid('US')],
    ['expiresIn', 'with a zero', 0],
    ['expiresIn', 'with a negative', -900],
    ['expiresIn', 'with a fractional', 1.5],
    ['expiresIn', 'with a textual', '900'],
    ['expiresIn', 'with a boolean', true],
    ['resource', 'with a numeric', 7],
  ])('%s: %s one', async (name, _, value) => {
    const answer = await mintsNothing(() => ask(element({ [name]: value })))
    expect(badPaths(answer).join()).toContain(name)
  })

  test('an unknown element type is refused with the known ones', async () => {
    const answer = await ask(element({ elementType: 'exam-hall' }))
    for (const known of ['exam-session', 'proctoring-session', 'assessment-viewer'])
      expect(answer.raw).toContain(known)
  })

  test('a user of another install gets the same response as an unknown one', async () => {
    const targetUserSid = await (await makeWorld()).user()
    const answer = await mintsNothing(() => ask(element({ targetUserSid })))
    expect(badPaths(answer).join()).toContain('targetUserSid')
    const unknown = await ask(element({ targetUserSid: newSid('US') }))
    expect(answer.text('code')).toBe(unknown.text('code'))
  })

  test('of an api token cannot name a user of another install either', async () => {
    const targetUserSid = await (await makeWorld()).user()
    const answer = await mintsNothing(() => ask(api(allow(['sp:ListUsers'], ['*']), { targetUserSid })))
    expect(badPaths(answer).join()).toContain('targetUserSid')
  })

  test.each(['ttl', 'expires_in', 'ExpiresIn', 'scope', 'absoluteExpiresAt'])(
    'the unknown member %s is named',
    async name => {
      const answer = await mintsNothing(() => ask(element({ [name]: 60 })))
      problemOf(answer, 400)
      expect(answer.raw).toContain(name)
    },
  )

  test('a member __proto__ is refused like any unknown one', async () => {
    const body = JSON.stringify(element()).replace('{', '{"__proto__":{"expiresIn":60},')
    problemOf(await mintsNothing(() => ask(body)), 400)
  })

  test('an element cannot have a policy', async () => {
    const policy = policyOf(allow(['sp:ReadUserProfile'], ['*']))
    problemOf(await mintsNothing(() => ask(element({ policy }))), 400)
  })

  test('an api token cannot have an element type', async () => {
    const body = api(allow(['sp:ReadUserProfile'], ['*']), { elementType: 'exam-session' })
    problemOf(await mintsNothing(() => ask(body)), 400)
  })

  test('an api token must have a policy', async () => {
    problemOf(await mintsNothing(() => ask({ tokenType: 'api' })), 400)
  })

  const read = ['sp:ReadUserProfile']
  const one = { effect: 'Allow', actions: read, resources: ['*'] }
  test.each<[string, unknown]>([
    ['of another version', { version: '2', statements: [one] }],
    ['without a version', { statements: [one] }],
    ['without statements', { version: '1' }],
    ['with an unknown member', { version: '1', statements: [one], deny: [] }],
    ['that denies', policyOf([{ ...one, effect: 'Deny' }])],
    ['with an unknown member of a statement', policyOf([{ ...one, condition: {} }])],
    ['with an unknown action', policyOf([{ ...one, actions: ['sp:ReadMinds'] }])],
    ['with an action of another case', policyOf([{ ...one, actions: ['sp:readuserprofile'] }])],
    ['without resources', policyOf([{ effect: 'Allow', actions: read }])],
    ['of 11 statements', policyOf(Array.from({ length: 11 }, () => one))],
    ['of 11 resources', policyOf([{ ...one, resources: Array.from({ length: 11 }, (_, n) => `a/${n}`) }])],
    ['with a resource of 257 characters', policyOf([{ ...one, resources: ['a'.repeat(257)] }])],
    ['with a star inside a segment', policyOf([{ ...one, resources: ['installs/AI1*/users'] }])],
    ['with a question mark', policyOf([{ ...one, resources: ['installs/?'] }])],
    ['with an encoded slash', policyOf([{ ...one, resources: ['installs%2fAI'] }])],
    ['with a full-width letter', policyOf([{ ...one, resources: ['installs/Ａ'] }])],
    ['with a line break', policyOf([{ ...one, resources: ['installs/\n'] }])],
  ])('a policy %s is refused, and never corrected', async (_, policy) => {
    problemOf(await mintsNothing(() => ask({ tokenType: 'api', policy })), 400)
  })
})

describe('the ceiling', () => {
  const inInstall = (rest: string) => `installs/${world.installSid}/${rest}`

  /** Can issue tokens and read every profile of the install, and nothing else. */
  const reader = () =>
    world.credential([
      ...allow(['sp:CreateStsToken'], ['*']),
      ...allow(['sp:ReadUserProfile'], [inInstall('users/*')]),
    ])

  test("a policy within the caller's is granted", async () => {
    const { call } = await reader()
    const statements = allow(
      ['sp:ReadUserProfile'],
      [inInstall(`users/${userSid}/profile`), inInstall('users/*')],
    )
    await issueApiToken(world, statements, call)
  })

  test('each excess action and resource is reported with its statement, and no token is created', async () => {
    const { call } = await reader()
    const inside = allow(['sp:ReadUserProfile'], [inInstall('users/*')])
    const beyond = allow(['sp:ReadUserProfile', 'sp:ListUsers'], [inInstall('users/*'), inInstall('users')])
    const answer = await mintsNothing(() => ask(api([...inside, ...beyond]), call))
    problemOf(answer, 403)
    expect(answer.text('code')).toBe('permission_ceiling_violation')
    const violations = answer.list('violations')
    for (const { statement, action, resource } of violations) {
      expect(statement ?? null).not.toBeNull()
      expect(action).toMatch(/^sp:/)
      expect(resource).toMatch(/^installs\//)
    }
    expect(new Set(violations.map(({ statement }) => statement)).size).toBe(1)
    expect(violations.map(({ action, resource }) => `${action} ${resource}`).toSorted()).toEqual([
      `sp:ListUsers ${inInstall('users')}`,
      `sp:ListUsers ${inInstall('users/*')}`,
      `sp:ReadUserProfile ${inInstall('users')}`,
    ])
  })

  test.each([
    ['a wider pattern', () => inInstall('*')],
    ['everything', () => '*'],
    ['another install', () => `installs/${newSid('AI')}/users/*`],
    ['an install with a longer name', () => `installs/${world.installSid}0/users/*`],
  ])('%s exceeds it', async (_, resourceOf) => {
    const { call } = await reader()
    const resource = resourceOf()
    const answer = await mintsNothing(() => ask(api(allow(['sp:ReadUserProfile'], [resource])), call))
    expect(answer).toMatchObject({ status: 403 })
    expect(answer.list('violations')[0]).toMatchObject({ action: 'sp:ReadUserProfile', resource })
  })

  test('all actions exceed a caller with only some', async () => {
    const { call } = await reader()
    const answer = await mintsNothing(() => ask(api(allow(['sp:*'], [inInstall('users/*')])), call))
    expect(answer.text('code')).toBe('permission_ceiling_violation')
  })

  test.each(['exam-session', 'proctoring-session', 'assessment-viewer'])(
    'the built-in policy of %s exceeds a caller with only the action to issue',
    async elementType => {
      const { call } = await world.credential(allow(['sp:CreateStsToken'], ['*']))
      const answer = await mintsNothing(() => ask(element({ elementType }), call))
      problemOf(answer, 403)
      expect(answer.text('code')).toBe('permission_ceiling_violation')
      expect(answer.list('violations')).not.toEqual([])
    },
  )

  test('every element is within all permissions of the install', async () => {
    const { call } = await world.credential(allow(['sp:*'], [inInstall('*')]))
    for (const elementType of ['exam-session', 'proctoring-session', 'assessment-viewer'])
      await issueToken(world, { elementType, targetUserSid: userSid }, call)
  })
})

test('a caller without sp:CreateStsToken gets 403 with the action and the resource', async () => {
  const { call } = await world.credential(allow(['sp:RefreshStsToken', 'sp:ReadUserProfile'], ['*']))
  const answer = await mintsNothing(() => ask(element(), call))
  problemOf(answer, 403)
  expect(answer.raw).toContain('sp:CreateStsToken')
  expect(answer.raw).toContain(`installs/${world.installSid}/sts/tokens`)
})

test("another tenant's install is 404, like an unknown one", async () => {
  const other = await makeWorld()
  for (const installSid of [other.installSid, newSid('AI')]) {
    const answer = await world.admin('POST', `/v1/installs/${installSid}/sts/tokens`, { body: element() })
    problemOf(answer, 404)
  }
  expect(await minted(other)).toEqual({ families: 0, tokens: 0 })
})

test('the caller can send the credential as Bearer, as in the interface', async () => {
  const headers = { authorization: `Bearer ${world.secret}` }
  const answer = await callerOf(world.stack)('POST', world.path('/sts/tokens'), { body: element(), headers })
  expect(answer.status).toBe(201)
})
