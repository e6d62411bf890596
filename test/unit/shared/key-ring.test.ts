// The keys that sign element tokens, from their making to the day on which nothing that they signed is accepted.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, decodeProtectedHeader } from 'jose'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { keysAt, type PublicJwk, parseJwks } from '../../../src/shared/crypto/keys/jwks.ts'
import { signerOf } from '../../../src/shared/crypto/keys/signer.ts'
import { verifierOf } from '../../../src/shared/crypto/keys/verifier.ts'
import { projectFile } from '../../../tools/project.ts'
import {
  type KeyRing,
  type Keys,
  keysOf,
  makeRing,
  parseRing,
  rotate,
} from '../../../tools/stack/local-keys.ts'
import { temporaryDirectory } from '../../support/directory.ts'

const dayMs = 24 * 60 * 60 * 1000
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi']

// Half a second past a full one, so that it shows how a deadline is rounded.
const start = Date.UTC(2031, 0, 6, 12) + 500

/** The ring as it was made, and after each of three rotations, a day apart. */
const rings: KeyRing[] = []
beforeAll(async () => {
  rings.push(await makeRing())
  for (const day of [0, 1, 2]) rings.push(await rotate(ringAt(day), start + day * dayMs))
})
afterEach(() => {
  vi.useRealTimers()
})

function ringAt(at: number): KeyRing {
  const ring = rings[at]
  if (!ring) throw new Error(`There is no ring ${at}.`)
  return ring
}

const published = (ring: KeyRing): PublicJwk[] => parseJwks(keysOf(ring).jwks)
const kids = (keys: readonly PublicJwk[]) => keys.map(({ kid }) => kid)

describe('a ring', () => {
  test('has an active and a next key, both published, and none that retires', () => {
    const ring = ringAt(0)
    expect(kids(published(ring))).toEqual([ring.active.kid, ring.next.kid])
    expect(ring.active.kid).not.toBe(ring.next.kid)
    expect(ring.retiring).toEqual([])
    for (const key of published(ring)) expect(key).not.toHaveProperty('exp')
  })

  test('names each key by its RFC 7638 thumbprint', async () => {
    for (const ring of rings)
      for (const key of [ring.active, ring.next, ...published(ring)])
        expect(key.kid).toBe(await calculateJwkThumbprint({ kty: key.kty, n: key.n, e: key.e }, 'sha256'))
  })

  test('publishes nothing private, and keeps nothing private of a key that retires', () => {
    const secrets = rings
      .flatMap(({ active, next }) => [...Object.entries(active), ...Object.entries(next)])
      .flatMap(([name, value]) => (privateMembers.includes(name) ? [String(value)] : []))
    expect(secrets).toHaveLength(rings.length * 2 * privateMembers.length)
    for (const ring of rings) {
      const shown = keysOf(ring).jwks + JSON.stringify(ring.retiring)
      expect(secrets.filter(secret => shown.includes(secret))).toEqual([])
      for (const key of published(ring))
        for (const name of privateMembers) expect(key).not.toHaveProperty(name)
    }
  })

  test('signs with the active key, under its name', async () => {
    for (const ring of rings) {
      const jwt = await signerOf(keysOf(ring).signingKey)('element+jwt', {})
      expect(decodeProtectedHeader(jwt)).toEqual({ alg: 'RS256', typ: 'element+jwt', kid: ring.active.kid })
    }
  })

  test('is read as it was written', () => {
    for (const ring of rings) expect(parseRing(JSON.stringify(ring))).toEqual(ring)
  })

  test('is not read when a key is missing, has lost its private half, or would publish one', () => {
    const { active, next } = ringAt(0)
    const [publicHalf] = published(ringAt(0))
    for (const broken of [
      {},
      { active, retiring: [] },
      { active: publicHalf, next, retiring: [] },
      { active, next: publicHalf, retiring: [] },
      { active, next, retiring: [active] },
      { active, next, retiring: [{ kid: 'x' }] },
    ])
      expect(() => parseRing(JSON.stringify(broken))).toThrow()
    expect(() => parseRing('no ring')).toThrow()
  })
})

describe('a rotation', () => {
  test('lets the next key sign, and brings a new next, which is published before it signs', () => {
    for (const at of [1, 2, 3]) {
      const [before, after] = [ringAt(at - 1), ringAt(at)]
      expect(after.active).toEqual(before.next)
      expect(kids(published(before))).not.toContain(after.next.kid)
      expect(kids(published(after))).toContain(after.next.kid)
    }
  })

  test('retires the key that signed, with a deadline 7 days on in whole seconds', () => {
    const [before, after] = [ringAt(0), ringAt(1)]
    const exp = Math.floor((start + 7 * dayMs) / 1000)
    expect(after.retiring).toMatchObject([{ kid: before.active.kid, n: before.active.n, exp }])
    expect(published(after).find(({ kid }) => kid === before.active.kid)).toMatchObject({ exp })
  })

  test('leaves the deadlines of those that retire already, so that several are published at once', () => {
    const last = ringAt(3)
    expect(kids(last.retiring)).toEqual([2, 1, 0].map(at => ringAt(at).active.kid))
    expect(last.retiring.map(({ exp }) => exp)).toEqual(
      [2, 1, 0].map(day => Math.floor((start + (day + 7) * dayMs) / 1000)),
    )
    expect(kids(published(last))).toEqual([last.active.kid, last.next.kid, ...kids(last.retiring)])
    expect(new Set(kids(published(last))).size).toBe(5)
  })

  test('drops those whose deadline has come, and no other', async () => {
    const oldest = ringAt(0).active.kid
    const deadline = Math.floor((start + 7 * dayMs) / 1000) * 1000
    expect(kids((await rotate(ringAt(3), deadline - 1)).retiring)).toContain(oldest)
    const after = await rotate(ringAt(3), deadline)
    expect(kids(after.retiring)).toEqual([3, 2, 1].map(at => ringAt(at).active.kid))
  })

  test('changes nothing of the ring it starts from', async () => {
    const before = structuredClone(ringAt(3))
    await rotate(ringAt(3), start + 30 * dayMs)
    expect(ringAt(3)).toEqual(before)
  })
})

describe('at its deadline, to the millisecond, a key that retires', () => {
  const deadline = Math.floor((start + 7 * dayMs) / 1000) * 1000

  test('leaves the published set, and the others stay', () => {
    const set = published(ringAt(2))
    const oldest = ringAt(0).active.kid
    expect(kids(keysAt(set, deadline - 1))).toEqual(kids(set))
    expect(kids(keysAt(set, deadline))).toEqual(kids(set).filter(kid => kid !== oldest))
  })

  test('verifies no more, however long its token would live', async () => {
    const verify = verifierOf(keysOf(ringAt(2)).jwks)
    const exp = Math.floor(deadline / 1000) + 3600
    const sign = (ring: KeyRing) => signerOf(keysOf(ring).signingKey)('element+jwt', { exp })
    const [ofOldest, ofNewest] = [await sign(ringAt(0)), await sign(ringAt(2))]
    vi.useFakeTimers({ toFake: ['Date'], now: deadline - 1 })
    expect(await verify('element+jwt', ofOldest, {})).toEqual({ exp })
    vi.setSystemTime(deadline)
    expect(await verify('element+jwt', ofOldest, {})).toBeUndefined()
    expect(await verify('element+jwt', ofNewest, {})).toEqual({ exp })
  })
})

describe('npm run keys', { timeout: 60_000 }, () => {
  const script = projectFile('tools/ops/make-keys.ts')
  const run = (cwd: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      cwd,
      encoding: 'utf8',
    })
    return { status, lines: stdout.split('\n').slice(0, -1), stderr }
  }
  const ringIn = (file: string) => parseRing(readFileSync(file, 'utf8'))
  const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)
  const printedKeys = ({ signingKey, jwks }: Keys) => [signingKey, jwks]

  test('keeps a new ring in keys.json, readable by its owner only, and prints the three values of README', () => {
    const folder = temporaryDirectory()
    const { status, lines, stderr } = run(folder)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const file = join(folder, 'keys.json')
    expect(modeOf(file)).toBe('600')
    const [signingKey, jwks, sealingKey = '', ...more] = lines
    expect([signingKey, jwks]).toEqual(printedKeys(keysOf(ringIn(file))))
    expect(ringIn(file).retiring).toEqual([])
    expect(sealingKey).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(sealingKey, 'base64url')).toHaveLength(32)
    expect(more).toEqual([])
    expect(readFileSync(file, 'utf8')).not.toContain(sealingKey)
  })

  test('refuses to write over a ring, which stays as it is', () => {
    const folder = temporaryDirectory()
    run(folder, '--ring', 'ours.json')
    const before = readFileSync(join(folder, 'ours.json'), 'utf8')
    const again = run(folder, '--ring', 'ours.json')
    expect(again).toMatchObject({ status: 1, lines: [] })
    expect(again.stderr).toContain('ours.json')
    expect(again.stderr).toContain('--rotate')
    expect(readFileSync(join(folder, 'ours.json'), 'utf8')).toBe(before)
    expect(existsSync(join(folder, 'keys.json'))).toBe(false)
  })

  test('--rotate moves the ring on, prints its two values, and closes a file that was open to others', () => {
    const folder = temporaryDirectory()
    const file = join(folder, 'keys.json')
    run(folder)
    const before = ringIn(file)
    chmodSync(file, 0o644)
    const from = Math.floor(Date.now() / 1000)
    const { status, lines } = run(folder, '--rotate')
    const until = Math.floor(Date.now() / 1000)
    expect(status).toBe(0)
    const after = ringIn(file)
    expect(lines).toEqual(printedKeys(keysOf(after)))
    expect(after.active).toEqual(before.next)
    expect(kids(after.retiring)).toEqual([before.active.kid])
    const retiredAt = (after.retiring[0]?.exp ?? 0) - 7 * 24 * 60 * 60
    expect(retiredAt).toBeGreaterThanOrEqual(from)
    expect(retiredAt).toBeLessThanOrEqual(until)
    expect(modeOf(file)).toBe('600')
  })

  test('--rotate makes no ring of nothing, and touches no file that is none', () => {
    const folder = temporaryDirectory()
    expect(run(folder, '--rotate')).toMatchObject({ status: 1, lines: [] })
    expect(existsSync(join(folder, 'keys.json'))).toBe(false)
    writeFileSync(join(folder, 'keys.json'), '{"mine": true}')
    expect(run(folder, '--rotate')).toMatchObject({ status: 1, lines: [] })
    expect(readFileSync(join(folder, 'keys.json'), 'utf8')).toBe('{"mine": true}')
  })
})
