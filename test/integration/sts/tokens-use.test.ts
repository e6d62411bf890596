// What an stsToken is allowed in area A.
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import { type Call, callerOf } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { type Issued, issueApiToken, issueToken, minted } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
let userSid: string
let otherSid: string
beforeAll(async () => {
  world = await makeWorld()
  userSid = await world.user()
  otherSid = await world.user()
})

const profile = (sid = userSid) => world.path(`/users/${sid}/profile`)
const issue = (members: Record<string, unknown> = {}) =>
  issueToken(world, { targetUserSid: userSid, ...members })
const person = { firstName: 'Eve', lastName: 'Intruder', email: 'eve@school.example' }

/** Every part of a request that accepts a credential. */
const places: [string, (secret: string) => Record<string, string>][] = [
  ['the header token', secret => ({ token: secret })],
  ['Authorization: Bearer', secret => ({ authorization: `Bearer ${secret}` })],
]

describe.each(places)('in %s', (_, headersOf) => {
  const nobody: Call = (...request) => callerOf(world.stack)(...request)

  test('an stsToken is a credential of area A, and its read has one round trip', async () => {
    const answer = await nobody('GET', profile(), { headers: headersOf((await issue()).secret) })
    expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
    expect(answer.text('sid')).toBe(userSid)
  })

  test('an elementToken is not: 401 without a round trip', async () => {
    const headers = headersOf((await issue()).answer.text('elementToken'))
    const list = await nobody('GET', world.path('/users'), { headers })
    const issuing = await nobody('POST', world.path('/sts/tokens'), { headers, body: {} })
    for (const answer of [await nobody('GET', profile(), { headers }), list, issuing]) {
      problemOf(answer, 401)
      expect(answer.roundTrips).toBe(0)
      expect(answer.headers.get('www-authenticate')).toMatch(/./)
    }
  })

  test.each([-1, -7, -20, -49])(
    'an stsToken with its digit %i changed is 401 without a round trip',
    async at => {
      const { secret } = await issue()
      const digits = [...secret]
      const changed = digits.with(at, digits.at(at) === 'a' ? 'b' : 'a').join('')
      const answer = await nobody('GET', profile(), { headers: headersOf(changed) })
      expect(answer).toMatchObject({ status: 401, roundTrips: 0 })
    },
  )
})

describe.each(['exam-session', 'assessment-viewer'])('%s', elementType => {
  let embed: Issued
  beforeAll(async () => {
    embed = await issue({ elementType })
  })

  test("can read its own user's profile", async () => {
    expect((await embed.call('GET', profile())).text('sid')).toBe(userSid)
  })

  test('cannot read other profiles: 403 with the action and the resource', async () => {
    const answer = await embed.call('GET', profile(otherSid))
    problemOf(answer, 403)
    expect(answer.raw).toContain('sp:ReadUserProfile')
    expect(answer.raw).toContain(`installs/${world.installSid}/users/${otherSid}/profile`)
  })

  test('cannot list users', async () => {
    problemOf(await embed.call('GET', world.path('/users')), 403)
  })

  test('cannot write', async () => {
    problemOf(await embed.call('PUT', profile(), { body: { address: 'Elsewhere' } }), 403)
    problemOf(await embed.call('POST', world.path('/users'), { body: person }), 403)
    expect((await world.admin('GET', profile())).body['address']).toBeNull()
  })
})

describe('proctoring-session', () => {
  let embed: Issued
  beforeAll(async () => {
    embed = await issue({ elementType: 'proctoring-session' })
  })

  test('can list the users of its install in one round trip', async () => {
    const answer = await embed.call('GET', world.path('/users'))
    expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
    expect(answer.list('results').map(({ sid }) => sid)).toEqual(expect.arrayContaining([userSid, otherSid]))
  })

  test('can read any profile of its install', async () => {
    for (const sid of [userSid, otherSid])
      expect((await embed.call('GET', profile(sid))).text('sid')).toBe(sid)
    problemOf(await embed.call('GET', profile(newSid('US'))), 404)
  })

  test('cannot write users', async () => {
    problemOf(await embed.call('PUT', profile(), { body: { address: 'Elsewhere' } }), 403)
    problemOf(await embed.call('POST', world.path('/users'), { body: person }), 403)
  })
})

describe('an api token', () => {
  test('is allowed exactly what its policy allows', async () => {
    const { call } = await issueApiToken(
      world,
      allow(['sp:ListUsers'], [`installs/${world.installSid}/users`]),
    )
    expect((await call('GET', world.path('/users'))).status).toBe(200)
    problemOf(await call('GET', profile()), 403)
  })

  test('can write where its policy allows it', async () => {
    const { call } = await issueApiToken(
      world,
      allow(['sp:CreateUser'], [`installs/${world.installSid}/users`]),
    )
    const body = { ...person, firstName: 'Hired' }
    expect((await call('POST', world.path('/users'), { body })).status).toBe(201)
  })
})

describe('an stsToken of any policy is refused', () => {
  const everything = () => issueApiToken(world, allow(['sp:*'], ['*']))

  test.each<[string, string, () => string, () => unknown]>([
    [
      'issues no token',
      'POST',
      () => '/sts/tokens',
      () => ({ tokenType: 'element', elementType: 'exam-session', targetUserSid: userSid }),
    ],
    ['lists no credential', 'GET', () => '/credentials', () => undefined],
    [
      'makes no credential',
      'POST',
      () => '/credentials',
      () => ({
        name: 'Mine',
        role: 'learner',
        policy: { version: '1', statements: allow(['sp:ListUsers'], ['*']) },
      }),
    ],
  ])('%s', async (_, method, rest, body) => {
    const { call } = await everything()
    const before = await minted(world)
    problemOf(await call(method, world.path(rest()), { body: body() }), 403)
    expect(await minted(world)).toEqual(before)
  })

  test('to refresh tokens, itself included', async () => {
    const embed = await everything()
    const other = await issue()
    const before = await minted(world)
    for (const sid of [embed.sid, other.sid])
      problemOf(await embed.call('POST', world.path(`/sts/tokens/${sid}/refresh`), { body: {} }), 403)
    expect(await minted(world)).toEqual(before)
    expect((await other.call('GET', profile())).status).toBe(200)
  })

  test('to revoke a credential', async () => {
    const victim = await world.credential(allow(['sp:ListUsers'], ['*']))
    const { call } = await everything()
    problemOf(await call('DELETE', world.path(`/credentials/${victim.sid}`)), 403)
    expect((await victim.call('GET', world.path('/users'))).status).toBe(200)
  })

  test('to create an install', async () => {
    const { call } = await everything()
    problemOf(await call('POST', '/v1/installs', { body: { name: 'Mine' } }), 403)
  })
})

describe('on another install, a token', () => {
  test('of the same account is 404, with any policy', async () => {
    const sibling = await world.admin('POST', '/v1/installs', { body: { name: 'Sibling' } })
    const siblingSid = sibling.text('sid')
    expect((await world.admin('GET', `/v1/installs/${siblingSid}/users`)).status).toBe(200)
    const { call } = await issueApiToken(world, allow(['sp:*'], ['*']))
    problemOf(await call('GET', `/v1/installs/${siblingSid}/users`), 404)
    problemOf(await call('GET', `/v1/installs/${siblingSid}/users/${userSid}/profile`), 404)
  })

  test('of another account is 404, as for an unknown install', async () => {
    const other = await makeWorld()
    const strangerSid = await other.user()
    const { call } = await issueApiToken(world, allow(['sp:*'], ['*']))
    problemOf(await call('GET', other.path(`/users/${strangerSid}/profile`)), 404)
    problemOf(await call('GET', `/v1/installs/${newSid('AI')}/users`), 404)
  })

  test("cannot find the other install's user under its own", async () => {
    const strangerSid = await (await makeWorld()).user()
    const { call } = await issue({ elementType: 'proctoring-session' })
    problemOf(await call('GET', profile(strangerSid)), 404)
  })
})

test('an expired token is 401', async () => {
  const { call, answer } = await issue({ expiresIn: 1 })
  await sleep(Math.max(0, Date.parse(answer.text('expiresAt')) - Date.now()) + 50)
  const refused = await call('GET', profile())
  problemOf(refused, 401)
  expect(refused.headers.get('www-authenticate')).toMatch(/./)
})
