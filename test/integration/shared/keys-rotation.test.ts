// Key rotations as verifiers see them: over days of simulated time, and with the real stack over restarts.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { batch } from '../../../db/client.ts'
import { user } from '../../../db/schema/user.ts'
import { newSid } from '../../../db/sid.ts'
import { type EdgeBindings, serveEdge } from '../../../src/edge/index.ts'
import { installAuthenticator } from '../../../src/shared/auth/install-authenticator.ts'
import { signerOf } from '../../../src/shared/crypto/keys/signer.ts'
import { serve } from '../../../src/shared/http/serve.ts'
import { readEnv } from '../../../src/sts/env.ts'
import { routes } from '../../../src/sts/index.ts'
import { boundDatabaseUrl, connectThrough, openDatabase } from '../../../tools/neon/database.ts'
import { startNeonEndpoint } from '../../../tools/neon/neon-endpoint.ts'
import { insertTenant, newTenant } from '../../../tools/ops/tenant.ts'
import { projectFile } from '../../../tools/project.ts'
import { type KeyRing, keysOf, makeRing, makeSealingKey, rotate } from '../../../tools/stack/local-keys.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { listenOnLoopback } from '../../support/loopback-server.ts'
import { rounds } from '../../support/rounds.ts'
import { testStack } from '../../support/stack.ts'
import { freePort } from '../../support/start.ts'
import { issueToken } from '../../support/tokens.ts'
import { makeWorld } from '../../support/world.ts'

const path = '/.well-known/jwks.json'
const [second, minute] = [1000, 60_000]
const hour = 60 * minute
const day = 24 * hour
// In the past: the ids of a process never go back in time, and other files run in this one.
const start = Date.UTC(2021, 0, 6, 12) + 500
const issuer = 'https://invigil.example'

afterEach(() => {
  vi.useRealTimers()
})

const unbound = { fetch: () => Promise.reject(new Error('The edge answers for its keys alone.')) }
/** The edge with the keys of a ring. */
const edgeOf = (ring: KeyRing): EdgeBindings => ({
  ...{ BASE_URL: issuer, JWKS: keysOf(ring).jwks },
  ...{ PROCTORING: unbound, STS: unbound, PLATFORM: unbound, REALTIME: unbound, ASSETS: unbound },
})

/** The worst cache between the edge and a verifier: it keeps each response as long as permitted, and a little longer. */
function slowestCache(ask: () => Promise<Response>): () => Promise<Response> {
  let kept: { response: Response; until: number } | undefined
  return async () => {
    if (!kept || Date.now() >= kept.until) {
      const response = await ask()
      const control = response.headers.get('cache-control') ?? ''
      const [, fresh, stale] = /max-age=(\d+), stale-while-revalidate=(\d+)/.exec(control) ?? []
      kept = { response, until: Date.now() + (Number(fresh) + Number(stale)) * second }
    }
    return kept.response.clone()
  }
}

type Event = { at: number; happens: () => void | Promise<void> }
type Drill = { rotations: number; every: number; tokensEach: number }

/**
 * Rotates as the guide describes: first publish the new set, some minutes later sign with the new key. Half of the tokens are
 * signed around each rotation, the others between rotations. Each is verified when it is issued, by a long-running verifier and
 * by a new one, and at the end of its hour, by the long-running one and by one that receives only old tokens.
 */
async function drill({ rotations, every, tokensEach }: Drill) {
  let ring = await makeRing()
  let sign = signerOf(keysOf(ring).signingKey)
  const cached = slowestCache(() => serveEdge(new Request(new URL(path, issuer)), edgeOf(ring)))
  await using server = await listenOnLoopback(cached)
  const url = new URL(path, server.url)
  const [busy, late] = [createRemoteJWKSet(url), createRemoteJWKSet(url)]
  const seen = { tokens: 0, verified: 0, failed: 0, whileRetiring: 0, signers: new Set<string>() }

  const verify = async (jwt: string, verifiers: ReturnType<typeof createRemoteJWKSet>[]) => {
    const { kid = '' } = decodeProtectedHeader(jwt)
    seen.signers.add(kid)
    if (ring.retiring.some(key => key.kid === kid)) seen.whileRetiring += 1
    for (const verifier of verifiers) {
      const verified = await jwtVerify(jwt, verifier, { issuer, algorithms: ['RS256'] }).catch(
        () => undefined,
      )
      seen[verified ? 'verified' : 'failed'] += 1
    }
  }
  const events: Event[] = []
  const plan = (at: number, happens: Event['happens']) => events.push({ at, happens })

  for (let round = 0; round < rotations; round++) {
    const rotation = start + round * every
    plan(rotation, async () => {
      ring = await rotate(ring, Date.now())
    })
    plan(rotation + (round % 2) * Math.min(10 * minute, every / 4), () => {
      sign = signerOf(keysOf(ring).signingKey)
    })
    for (let n = 0; n < tokensEach; n++) {
      const around = rotation + (n - tokensEach / 4) * 20 * second
      const at = n < tokensEach / 2 ? around : rotation + (n / tokensEach - 0.5) * every
      plan(at, async () => {
        const iat = Math.floor(Date.now() / 1000)
        const jwt = await sign('element+jwt', { iss: issuer, iat, exp: iat + 3600 })
        seen.tokens += 1
        await verify(jwt, [busy, createRemoteJWKSet(url)])
        plan(at + hour - second, () => verify(jwt, [busy, late]))
      })
    }
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  for (;;) {
    const due = events.sort((a, b) => a.at - b.at).shift()
    if (!due) return seen
    vi.setSystemTime(due.at)
    await due.happens()
  }
}

describe('a verifier with the defaults of jose, behind a cache that keeps responses as long as permitted,', () => {
  const [rotations, tokensEach] = rounds({ quick: [2, 40], all: [5, 100] } as const)
  const tokens = rotations * tokensEach

  test(`verifies each of ${tokens} tokens over ${rotations} rotations, a day apart`, async () => {
    const seen = await drill({ rotations, every: day, tokensEach })
    expect(seen).toMatchObject({ tokens, verified: 4 * tokens, failed: 0 })
    expect(seen.signers.size).toBe(rotations + 1)
    expect(seen.whileRetiring).toBeGreaterThan(tokens / 5)
  })

  test('would verify them with 17 minutes between rotations, but not with one minute', async () => {
    expect((await drill({ rotations: 4, every: 17 * minute, tokensEach: 40 })).failed).toBe(0)
    expect((await drill({ rotations: 4, every: minute, tokensEach: 40 })).failed).toBeGreaterThan(0)
  })
})

describe('the published set', () => {
  test('changes its ETag with a rotation and with a deadline, and returns 304 for the current ETag', async () => {
    const first = await makeRing()
    const second = await rotate(first, start)
    const get = (ring: KeyRing, etag = '"none"') =>
      serveEdge(new Request(new URL(path, issuer), { headers: { 'if-none-match': etag } }), edgeOf(ring))
    const tagOf = async (ring: KeyRing) => (await get(ring)).headers.get('etag') ?? ''
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const tags = [await tagOf(first), await tagOf(second)]
    const deadline = (second.retiring[0]?.exp ?? 0) * 1000
    vi.setSystemTime(deadline - 1)
    expect(await tagOf(second)).toBe(tags[1])
    vi.setSystemTime(deadline)
    tags.push(await tagOf(second))
    expect(new Set(tags).size).toBe(3)

    for (const stale of tags.slice(0, 2)) expect((await get(second, stale)).status).toBe(200)
    const same = await get(second, tags[2])
    expect({ status: same.status, body: await same.text() }).toEqual({ status: 304, body: '' })
    expect(same.headers.get('access-control-allow-origin')).toBe('*')
    expect(same.headers.get('cache-control')).toContain('max-age=300')
  })
})

test('POST /v1/embeds/verify accepts a retired key until its deadline, and refuses it afterwards', async () => {
  const database = await openDatabase({ kind: 'memory' }, '')
  const endpoint = await startNeonEndpoint(database.backend)
  try {
    const db = connectThrough(endpoint)
    const tenant = newTenant('Test account', 'Test install')
    const [installSid, targetUserSid] = [tenant.install.sid, newSid('US')]
    const learner = { firstName: 'Ada', lastName: 'Learner', email: 'ada@school.example', installSid }
    await batch(db, {
      ...insertTenant(db, tenant),
      user: db.insert(user).values({ ...learner, sid: targetUserSid }),
    })

    const NEON = { fetch: (_: string, init?: RequestInit) => fetch(endpoint.url, init) }
    const bound = {
      DATABASE_URL: boundDatabaseUrl,
      BASE_URL: issuer,
      LOG_LEVEL: 'off',
      NEON,
      SEALING_KEY: makeSealingKey(),
    }
    // Runs the Worker in this process, so that it and PGlite share its clock.
    const workerOf = (ring: KeyRing) => {
      const { signingKey, jwks } = keysOf(ring)
      const env = { ...bound, SIGNING_KEY: signingKey, JWKS: jwks }
      const worker = serve('sts', routes, readEnv, installAuthenticator)
      return async (to: string, secret: string, body: object) => {
        const headers = { token: secret, 'content-type': 'application/json', origin: issuer }
        const answer = await worker.request(to, { method: 'POST', headers, body: JSON.stringify(body) }, env)
        const read: Record<string, string> = JSON.parse(await answer.text())
        return { status: answer.status, body: read }
      }
    }
    const ring = await makeRing()
    const retireSoon = await rotate(ring, start - 7 * day + minute)
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const ask = { tokenType: 'element', elementType: 'exam-session', targetUserSid }
    const issue = async (by: KeyRing) =>
      (await workerOf(by)(`/v1/installs/${installSid}/sts/tokens`, tenant.secret, ask)).body
    const [old, young] = [await issue(ring), await issue(retireSoon)]
    const verify = workerOf(retireSoon)
    const verified = ({ stsToken, elementToken }: Record<string, string>) =>
      verify('/v1/embeds/verify', stsToken ?? '', { elementToken })

    const deadline = (retireSoon.retiring[0]?.exp ?? 0) * 1000
    expect(deadline).toBe(Math.floor(start / 1000) * 1000 + minute)
    vi.setSystemTime(deadline - 1)
    expect(await verified(old)).toMatchObject({ status: 200, body: { sid: old['sid'] } })
    vi.setSystemTime(deadline)
    expect(await verified(old)).toMatchObject({ status: 401, body: { code: 'element_token_invalid' } })
    expect(await verified(young)).toMatchObject({ status: 200, body: { sid: young['sid'] } })
  } finally {
    vi.useRealTimers()
    await endpoint.close()
    await database.close()
  }
})

test('a stack that restarts with a rotated ring accepts earlier pairs, and verifiers with its old set accept all tokens', async () => {
  const [stateDir, port] = [temporaryDirectory(), await freePort()]
  const open = async () => {
    const stack = await testStack({ port, stateDir, database: { kind: 'pglite' } })
    onTestFinished(stack.close)
    return stack
  }
  const first = await open()
  const world = await makeWorld(first)
  const targetUserSid = await world.user()
  const known = createRemoteJWKSet(new URL(path, first.baseUrl))
  const pairs = [await issueToken(world, { targetUserSid })]
  await known.reload()
  await first.close()

  const rotation = [projectFile('tools/ops/make-keys.ts'), '--ring', join(stateDir, 'keys.json'), '--rotate']
  expect(spawnSync(process.execPath, rotation).status).toBe(0)
  const again = await open()
  pairs.push(await issueToken(world, { targetUserSid }))
  for (const { answer, call } of pairs) {
    const elementToken = answer.text('elementToken')
    await expect(jwtVerify(elementToken, known)).resolves.toBeDefined()
    const headers = { origin: again.baseUrl }
    expect((await call('POST', '/v1/embeds/verify', { headers, body: { elementToken } })).status).toBe(200)
  }
  const [before, after] = pairs.map(({ answer }) => decodeProtectedHeader(answer.text('elementToken')).kid)
  expect(after).not.toBe(before)
})
