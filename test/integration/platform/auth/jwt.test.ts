// POST /auth/token and POST /auth/verify.
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Call, callerOf } from '../../../support/client.ts'
import { makeInstallUser, signedInAs, signIn } from '../../../support/platform.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import {
  assemble,
  encodingsOf,
  hs256,
  jwkOf,
  partsOf,
  rs256,
  rsaKey,
  signingKeyOf,
  unsigned,
} from '../../../support/sts-forge.ts'
import { issueToken } from '../../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const issue = (call: Call, members: Record<string, unknown> = {}) =>
  call('POST', '/auth/token', {
    body: { applicationId: world.applicationSid, permissions: ['subscribe'], ...members },
  })

const verify = (token: unknown) => callerOf(world.stack)('POST', '/auth/verify', { body: { token } })

async function issued(members: Record<string, unknown> = {}): Promise<string> {
  const answer = await issue(world.admin, members)
  expect(answer.status, answer.raw).toBe(200)
  return answer.text('token')
}

async function refused(token: string): Promise<void> {
  const answer = await verify(token)
  problemOf(answer, 401)
  expect(answer.text('code')).toBe('jwt_invalid')
}

describe('an issued token', () => {
  test('verifies with another library and the published keys, for an hour', async () => {
    const permissions = ['publish', 'subscribe']
    const { id, call } = await signedInAs(world, 'developer')
    const answer = await issue(call, { permissions })
    expect(answer.status, answer.raw).toBe(200)
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', world.stack.baseUrl))
    const options = { algorithms: ['RS256'], typ: 'at+jwt', audience: world.applicationSid }
    const { payload, protectedHeader } = await jwtVerify(answer.text('token'), keys, options)
    expect(payload).toMatchObject({ sub: id, aud: world.applicationSid, permissions })
    expect(answer.count('expiresAt')).toBe(Number(payload.exp) * 1000)
    expect(Math.abs(answer.count('expiresAt') - Date.now() - 3_600_000)).toBeLessThan(10_000)
    expect(protectedHeader).toEqual({
      alg: 'RS256',
      typ: 'at+jwt',
      kid: signingKeyOf(world.stack).kid,
    })
    expect((await verify(answer.text('token'))).body).toMatchObject({
      valid: true,
      claims: { sub: id, aud: world.applicationSid, exp: payload.exp, permissions },
    })
  })

  test('names the credential that requested it', async () => {
    expect(decodeJwt(await issued()).sub).toMatch(/^AK[a-f0-9]{32}$/)
  })

  test('is refused where sessions or credentials are required', async () => {
    const call = callerOf(world.stack, await issued())
    for (const path of ['/api/auth/me', '/api/operators', '/api/webhooks']) {
      const answer = await call('GET', path)
      problemOf(answer, 403)
      expect(answer.text('code')).toBe('caller_not_accepted')
    }
    problemOf(await call('GET', world.path('/users')), 401)
  })
})

describe('no token is issued', () => {
  test('for permissions that the application does not have', async () => {
    for (const permissions of [['admin'], ['subscribe', 'admin'], ['*'], ['Publish']]) {
      const answer = await issue(world.admin, { permissions })
      problemOf(answer, 403)
      expect(answer.text('code')).toBe('permission_ceiling_violation')
      expect(answer.text('detail')).toMatch(/ It has: publish, subscribe\.$/)
    }
  })

  test('for an application that is unknown or belongs to another account', async () => {
    const other = await makeWorld(world.stack)
    for (const applicationId of [other.applicationSid, `AP${'0'.repeat(32)}`, 'x', world.installSid, 7])
      expect(badPaths(await issue(world.admin, { applicationId }))).toEqual(['applicationId'])
  })

  test('to an anonymous caller, a viewer, a user of an install, or a token of area B', async () => {
    problemOf(await issue(callerOf(world.stack)), 401)
    problemOf(await issue((await signedInAs(world, 'viewer')).call), 403)
    problemOf(await issue((await signIn(await makeInstallUser(world))).call), 403)
    const { call } = await issueToken(world, { targetUserSid: await world.user() })
    expect([401, 403]).toContain((await issue(call)).status)
  })

  test('to a credential without the action; the action alone is sufficient', async () => {
    const users = await world.credential(allow(['sp:ListUsers'], ['*']))
    problemOf(await issue(users.call), 403)
    const may = await world.credential(allow(['sp:IssueJwt'], ['*']))
    expect((await issue(may.call)).status).toBe(200)
  })

  test.each<[Record<string, unknown>, string]>([
    [{ permissions: 'subscribe' }, 'permissions'],
    [{ permissions: undefined }, 'permissions'],
    [{ applicationId: undefined }, 'applicationId'],
    [{ expiresIn: 9 }, 'expiresIn'],
  ])('for a body with %j', async (members, path) => {
    const paths = badPaths(await issue(world.admin, members))
    for (const each of paths) expect(each).toMatch(new RegExp(`^${path}\\b`))
    expect(paths).not.toEqual([])
  })
})

describe('a token is refused:', () => {
  const mine = rsaKey()
  let token: string
  let parts: ReturnType<typeof partsOf>
  let ours: ReturnType<typeof signingKeyOf>
  beforeAll(async () => {
    token = await issued()
    parts = partsOf(token)
    ours = signingKeyOf(world.stack)
  })

  test('control: a token that is signed with our key is accepted', async () => {
    expect((await verify(assemble(parts.header, parts.claims, rs256(ours.key)))).status).toBe(200)
  })

  test.each(['none', 'None', 'NONE', 'nOnE', ''])('alg %j', async alg => {
    await refused(assemble({ ...parts.header, alg }, parts.claims, unsigned))
    await refused(`${parts.head}.${parts.payload}.`)
  })

  test('HS256 with the public key as the secret, in every encoding', async () => {
    const jwks = await callerOf(world.stack)('GET', '/.well-known/jwks.json')
    for (const jwk of jwks.list('keys'))
      for (const [, secret] of encodingsOf(jwk))
        await refused(
          assemble({ ...parts.header, alg: 'HS256', kid: jwk['kid'] }, parts.claims, hs256(secret)),
        )
  })

  test('signed with another key, also if the token contains that key', async () => {
    await refused(assemble(parts.header, parts.claims, rs256(mine.privateKey)))
    const header = { ...parts.header, jwk: jwkOf(mine.publicKey) }
    await refused(assemble(header, parts.claims, rs256(mine.privateKey)))
    await refused(assemble({ ...parts.header, kid: 'x' }, parts.claims, rs256(ours.key)))
  })

  test('with changed claims under the old signature', async () => {
    const old = () => Buffer.from(parts.signature, 'base64url')
    for (const change of [{ permissions: ['publish'] }, { sub: 'x' }, { exp: 9_999_999_999 }])
      await refused(assemble(parts.header, { ...parts.claims, ...change }, old))
  })

  test.each(['JWT', 'jwt', 'invigil-element+jwt', '', undefined, null, 7])('typ %j', async typ => {
    await refused(assemble({ ...parts.header, typ }, parts.claims, rs256(ours.key)))
  })

  test('expired, or not yet valid', async () => {
    const now = Math.floor(Date.now() / 1000)
    for (const exp of [now - 120, 0, undefined, 'soon', null])
      await refused(assemble(parts.header, { ...parts.claims, exp }, rs256(ours.key)))
  })

  test('an elementToken, although the same key signed it', async () => {
    const { answer } = await issueToken(world, { targetUserSid: await world.user() })
    expect(decodeProtectedHeader(answer.text('elementToken')).kid).toBe(ours.kid)
    await refused(answer.text('elementToken'))
    await refused(answer.text('stsToken'))
  })

  test('truncated or damaged', async () => {
    const { head, payload, signature } = parts
    for (const each of [
      token.slice(0, -1),
      token.slice(0, -20),
      `${head}.${payload}`,
      head,
      `${token}.`,
      'x',
    ])
      await refused(each)
    await refused(`${head}.${payload}.${signature.replace(/^./, c => (c === 'A' ? 'B' : 'A'))}`)
    await refused(`${token}=`)
    await refused('a.b.c')
  })

  test('not a string: 400', async () => {
    for (const other of [7, null, undefined, [token], {}])
      expect(badPaths(await verify(other))).toEqual(['token'])
  })
})
