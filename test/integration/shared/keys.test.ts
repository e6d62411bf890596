// The published keys contain exactly what verifying an element token requires.
import {
  calculateJwkThumbprint,
  createRemoteJWKSet,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Call, callerOf } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { fewestTrips } from '../../support/round-trips.ts'
import { type Issued, issueToken } from '../../support/tokens.ts'
import { makeWorld, type World } from '../../support/world.ts'

const path = '/.well-known/jwks.json'

let world: World
let nobody: Call
let embed: Issued
let keys: JWK[]
beforeAll(async () => {
  world = await makeWorld()
  nobody = callerOf(world.stack)
  embed = await issueToken(world, { targetUserSid: await world.user() })
  keys = (await nobody('GET', path)).list('keys')
})

const elementToken = () => embed.answer.text('elementToken')
const remote = () => createRemoteJWKSet(new URL(path, world.stack.baseUrl))

describe('each published key', () => {
  test('exists', () => {
    expect(keys.length).toBeGreaterThanOrEqual(1)
  })

  test('is a public RSA key for RS256 signatures, and has no private member', () => {
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' })
      for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']) expect(key).not.toHaveProperty(name)
    }
  })

  test('has at least 2048 bits', () => {
    for (const { n = '' } of keys) expect(Buffer.from(n, 'base64url').length * 8).toBeGreaterThanOrEqual(2048)
  })

  test('is named by its RFC 7638 thumbprint, which is unique', async () => {
    for (const key of keys) expect(key.kid).toBe(await calculateJwkThumbprint(key, 'sha256'))
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length)
  })
})

describe('the response', () => {
  test('is JSON for any caller and origin, without a round trip to the database', async () => {
    const trips = await fewestTrips(world.stack, 0, async () => {
      const answer = await nobody('GET', path, { headers: { origin: 'https://lms.example' } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toMatch(/^application\/(jwk-set\+)?json\b/)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.roundTrips).toBe(0)
    })
    expect(trips).toBe(0)
  })

  test('can be cached for five minutes, and for a day while the service is down', async () => {
    const { headers } = await nobody('GET', path)
    const expected = 'public, max-age=300, stale-while-revalidate=60, stale-if-error=86400'
    expect(headers.get('cache-control')).toBe(expected)
  })

  test('has a stable strong ETag', async () => {
    const tags = [await nobody('GET', path), await nobody('GET', path)].map(({ headers }) =>
      headers.get('etag'),
    )
    expect(tags[0]).toMatch(/^"[^"]+"$/)
    expect(tags[1]).toBe(tags[0])
  })

  test('is 304 without a body for the current ETag', async () => {
    const etag = (await nobody('GET', path)).headers.get('etag') ?? ''
    const answer = await nobody('GET', path, { headers: { 'if-none-match': etag } })
    expect(answer).toMatchObject({ status: 304, raw: '', roundTrips: 0 })
    expect(answer.headers.get('etag')).toBe(etag)
  })

  test('is complete for another ETag', async () => {
    const answer = await nobody('GET', path, { headers: { 'if-none-match': '"another"' } })
    expect(answer.status).toBe(200)
    expect(answer.list('keys')).toEqual(keys)
  })
})

test('the keys cannot be written: 405', async () => {
  problemOf(await nobody('POST', path, { body: { keys: [] } }), 405)
})

describe('an element token', () => {
  test('verifies with the defaults of jose, and its kid is a published key', async () => {
    const { protectedHeader, payload } = await jwtVerify(elementToken(), remote(), {
      audience: world.installSid,
    })
    expect(keys.map(({ kid }) => kid)).toContain(protectedHeader.kid)
    expect(payload.jti).toBe(embed.sid)
  })

  test('of one install does not verify for another', async () => {
    const audience = (await makeWorld()).installSid
    await expect(jwtVerify(elementToken(), remote(), { audience })).rejects.toThrow()
  })

  test('with a changed claim, or with another signature, does not verify', async () => {
    const [header, payload = '', signature = ''] = elementToken().split('.')
    const claims = { ...decodeJwt(elementToken()), elementType: 'proctoring-session' }
    const other = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const forged of [`${header}.${other}.${signature}`, `${header}.${payload}.${flipped}`])
      await expect(jwtVerify(forged, remote())).rejects.toThrow()
  })
})

describe('a forgery does not verify', () => {
  const claims = () => decodeJwt(elementToken())

  test('without a signature (alg none)', async () => {
    await expect(jwtVerify(new UnsecuredJWT(claims()).encode(), remote())).rejects.toThrow()
  })

  test('signed HS256 with the public key as the secret', async () => {
    const [{ kid, n } = {}] = keys
    const header = { alg: 'HS256', ...(kid !== undefined && { kid }) }
    for (const secret of [JSON.stringify(keys[0]), n ?? '']) {
      const forged = await new SignJWT(claims()).setProtectedHeader(header).sign(Buffer.from(secret))
      await expect(jwtVerify(forged, remote())).rejects.toThrow()
    }
  })

  test('signed by a foreign key, under its own name, under ours, or contained in the token', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const foreign = await exportJWK(publicKey)
    const [{ kid: ours } = {}] = keys
    for (const header of [
      { kid: await calculateJwkThumbprint(foreign) },
      ours === undefined ? {} : { kid: ours },
      { jwk: foreign },
    ]) {
      const forged = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'RS256', ...header })
        .sign(privateKey)
      await expect(jwtVerify(forged, remote())).rejects.toThrow()
    }
  })
})

test('jose can use every published key', async () => {
  for (const key of keys) await expect(importJWK(key)).resolves.toMatchObject({ type: 'public' })
})
