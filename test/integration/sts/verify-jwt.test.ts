// Forged and damaged element tokens, each with the active stsToken of the embed that it names.
import { beforeAll, describe, expect, test } from 'vitest'
import { callerOf } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { verify } from '../../support/sts.ts'
import {
  assemble,
  ecKey,
  encodingsOf,
  es256,
  hs256,
  jwkOf,
  partsOf,
  ps256,
  rs256,
  rsaKey,
  signingKeyOf,
  unsigned,
} from '../../support/sts-forge.ts'
import { type Issued, issueToken } from '../../support/tokens.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let embed: Issued
let token: string
let parts: ReturnType<typeof partsOf>
let ours: ReturnType<typeof signingKeyOf>
beforeAll(async () => {
  world = await makeWorld()
  embed = await issueToken(world, { targetUserSid: await world.user() })
  token = embed.answer.text('elementToken')
  parts = partsOf(token)
  ours = signingKeyOf(world.stack)
})

const show = (elementToken: string) => verify(world.stack, { secret: embed.secret, elementToken })

/** Expects that the text is refused as an element token, and that the embed itself still works. */
async function refused(elementToken: string) {
  const answer = await show(elementToken)
  problemOf(answer, 401)
  expect(answer.text('code')).toBe('element_token_invalid')
}

const mine = rsaKey()
const curve = ecKey()

describe('control:', () => {
  test('the token itself is accepted, and so is one with its header and claims that our key signs', async () => {
    expect((await show(token)).status).toBe(200)
    expect((await show(assemble(parts.header, parts.claims, rs256(ours.key)))).status).toBe(200)
  })

  test('its header has alg RS256, its own typ and the kid of a published key, and nothing else', async () => {
    expect(parts.header).toEqual({ alg: 'RS256', typ: expect.any(String), kid: ours.kid })
    expect(['jwt', 'at+jwt']).not.toContain(String(parts.header['typ']).toLowerCase())
    const jwks = await callerOf(world.stack)('GET', '/.well-known/jwks.json')
    expect(jwks.list('keys').map(({ kid }) => kid)).toContain(ours.kid)
  })
})

describe('an unsigned token is refused:', () => {
  test.each(['none', 'None', 'NONE', 'nOnE', ''])('alg %j', async alg => {
    await refused(assemble({ ...parts.header, alg }, parts.claims, unsigned))
    await refused(
      assemble({ ...parts.header, alg }, parts.claims, () => Buffer.from(parts.signature, 'base64url')),
    )
  })

  test('with the header of a signed one', () => refused(`${parts.head}.${parts.payload}.`))
  test('without an alg', async () => {
    const { alg: _, ...header } = parts.header
    await refused(assemble(header, parts.claims, rs256(ours.key)))
  })
})

test('HS256 with the public key as the secret is refused, in every encoding, of every published key', async () => {
  const jwks = await callerOf(world.stack)('GET', '/.well-known/jwks.json')
  for (const jwk of jwks.list('keys'))
    for (const [, secret] of encodingsOf(jwk)) {
      const header = { ...parts.header, kid: jwk['kid'] }
      await refused(assemble({ ...header, alg: 'HS256' }, parts.claims, hs256(secret)))
      await refused(assemble(header, parts.claims, hs256(secret)))
    }
})

describe('a key that the token contains or points to is ignored, and the token refused:', () => {
  const hosted = 'https://evil.example/jwks.json'
  test.each<[string, () => Record<string, unknown>]>([
    ['jwk', () => ({ jwk: jwkOf(mine.publicKey) })],
    ['jwk with our kid', () => ({ jwk: { ...jwkOf(mine.publicKey), kid: ours.kid } })],
    ['jwk without a kid', () => ({ kid: undefined, jwk: jwkOf(mine.publicKey) })],
    ['jku', () => ({ jku: hosted })],
    ['jku on our own host', () => ({ jku: `${world.stack.baseUrl}/.well-known/../evil.json` })],
    ['x5u', () => ({ x5u: hosted })],
    ['x5c', () => ({ x5c: [mine.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')] })],
    ['only our kid', () => ({})],
  ])('%s', async (_, added) => {
    await refused(assemble({ ...parts.header, ...added() }, parts.claims, rs256(mine.privateKey)))
  })
})

test.each([
  ...['', 'unknown', '../../../../dev/null', '/etc/passwd', 'file:///dev/null', '..%2f..%2fkeys.json'],
  ...["' or '1'='1", "x' union select 'key' --", '__proto__', 'constructor', 'toString', 'a'.repeat(2000)],
  ...[null, 0, 1, true, [], ['kid'], {}],
])('the kid %j is refused, with any signature', async kid => {
  const header = { ...parts.header, kid }
  await refused(assemble(header, parts.claims, rs256(mine.privateKey)))
  await refused(assemble(header, parts.claims, rs256(ours.key)))
  await refused(assemble({ ...header, alg: 'HS256' }, parts.claims, hs256('')))
})

describe('another algorithm is refused', () => {
  test('with a foreign key', async () => {
    for (const kid of [parts.header['kid'], undefined]) {
      const header = { ...parts.header, kid }
      await refused(assemble({ ...header, alg: 'PS256' }, parts.claims, ps256(mine.privateKey)))
      await refused(assemble({ ...header, alg: 'ES256' }, parts.claims, es256(curve.privateKey)))
      await refused(assemble(header, parts.claims, es256(curve.privateKey)))
    }
  })

  test('with our key', async () => {
    await refused(assemble({ ...parts.header, alg: 'PS256' }, parts.claims, ps256(ours.key)))
    await refused(assemble(parts.header, parts.claims, ps256(ours.key)))
    for (const alg of ['RS384', 'RS512', 'rs256', 'RS256 ', 'EdDSA', 7, null])
      await refused(assemble({ ...parts.header, alg }, parts.claims, rs256(ours.key)))
  })
})

describe('a token is refused although our key signed it:', () => {
  test.each(['at+jwt', 'JWT', 'jwt', 'application/at+jwt', '', undefined, null, 7])('typ %j', async typ => {
    await refused(assemble({ ...parts.header, typ }, parts.claims, rs256(ours.key)))
  })

  test.each<[string, object]>([
    ['b64 false', { b64: false, crit: ['b64'] }],
    ['an unknown critical header', { crit: ['x'], x: 1 }],
    ['an empty crit', { crit: [] }],
  ])('%s', async (_, added) => {
    await refused(assemble({ ...parts.header, ...added }, parts.claims, rs256(ours.key)))
  })

  test('an unencoded payload with b64 false', async () => {
    const header = { ...parts.header, b64: false, crit: ['b64'] }
    const head = Buffer.from(JSON.stringify(header)).toString('base64url')
    const signature = rs256(ours.key)(`${head}.${JSON.stringify(parts.claims)}`).toString('base64url')
    await refused(`${head}.${parts.payload}.${signature}`)
  })

  test.each<[string, object]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of another install', { aud: `AI${'0'.repeat(32)}` }],
    ['of another token', { jti: `TA${'0'.repeat(32)}` }],
    ['of no issuer', { iss: undefined }],
    ['of no install', { aud: undefined }],
    ['of no token', { jti: undefined }],
  ])('a token %s', async (_, changes) => {
    await refused(assemble(parts.header, { ...parts.claims, ...changes }, rs256(ours.key)))
  })

  test.each(['null', '[]', '""', '{', '7', ''])('a payload %j', async payload => {
    await refused(assemble(parts.header, payload, rs256(ours.key)))
  })
})

describe('a header with a duplicate member is refused:', () => {
  const { stringify } = JSON
  test.each<[string, string, () => Parameters<typeof assemble>[2]]>([
    ['none, then RS256', '{"alg":"none",', () => unsigned],
    ['HS256, then RS256', '{"alg":"HS256",', () => hs256('')],
  ])('%s, not signed by us', async (_, start, sign) => {
    await refused(assemble(stringify(parts.header).replace('{', start), parts.claims, sign()))
  })

  test.each(['"alg":"none"', '"alg":"HS256"', '"kid":"other"', '"typ":"at+jwt"'])(
    'the last is %s',
    async last => {
      const text = stringify(parts.header).replace('}', `,${last}}`)
      await refused(assemble(text, parts.claims, rs256(ours.key)))
      await refused(assemble(text, parts.claims, unsigned))
    },
  )
})
