// The keys that sign element tokens, from their creation to the day on which no token of theirs is accepted.
import { calculateJwkThumbprint, decodeProtectedHeader } from 'jose'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { keysAt, type PublicJwk, parseJwks } from '../../../src/shared/crypto/keys/jwks.ts'
import { signerOf } from '../../../src/shared/crypto/keys/signer.ts'
import { verifierOf } from '../../../src/shared/crypto/keys/verifier.ts'
import { signingFile } from '../../../tools/ops/key-files.ts'
import {
  type KeyRing,
  keysOf,
  makeRing,
  nextRotation,
  parseRing,
  rotate,
} from '../../../tools/stack/local-keys.ts'

const dayMs = 24 * 60 * 60 * 1000
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi']

// Half a second after a full one, to show how a deadline is rounded.
const start = Date.UTC(2031, 0, 6, 12) + 500

/** The ring after its creation, and after each of three rotations, a day apart. */
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

  test('publishes no private key, and keeps no private key of a retiring key', () => {
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

  test('can be written and read again', () => {
    for (const ring of rings) expect(parseRing(JSON.stringify(ring))).toEqual(ring)
  })

  test('is refused when a key is missing, has no private half, or would publish one', () => {
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
  test('makes the next key active, and creates a new next key, which is published before it signs', () => {
    for (const at of [1, 2, 3]) {
      const [before, after] = [ringAt(at - 1), ringAt(at)]
      expect(after.active).toEqual(before.next)
      expect(kids(published(before))).not.toContain(after.next.kid)
      expect(kids(published(after))).toContain(after.next.kid)
    }
  })

  test('retires the previous key, with a deadline in 7 days in whole seconds', () => {
    const [before, after] = [ringAt(0), ringAt(1)]
    const exp = Math.floor((start + 7 * dayMs) / 1000)
    expect(after.retiring).toMatchObject([{ kid: before.active.kid, n: before.active.n, exp }])
    expect(published(after).find(({ kid }) => kid === before.active.kid)).toMatchObject({ exp })
  })

  test('keeps the deadlines of keys that already retire, so that several are published at once', () => {
    const last = ringAt(3)
    expect(kids(last.retiring)).toEqual([2, 1, 0].map(at => ringAt(at).active.kid))
    expect(last.retiring.map(({ exp }) => exp)).toEqual(
      [2, 1, 0].map(day => Math.floor((start + (day + 7) * dayMs) / 1000)),
    )
    expect(kids(published(last))).toEqual([last.active.kid, last.next.kid, ...kids(last.retiring)])
    expect(new Set(kids(published(last))).size).toBe(5)
  })

  test('drops the keys whose deadline has passed, and no others', async () => {
    const oldest = ringAt(0).active.kid
    const deadline = Math.floor((start + 7 * dayMs) / 1000) * 1000
    expect(kids((await rotate(ringAt(3), deadline - 1)).retiring)).toContain(oldest)
    const after = await rotate(ringAt(3), deadline)
    expect(kids(after.retiring)).toEqual([3, 2, 1].map(at => ringAt(at).active.kid))
  })

  test('does not change its argument', async () => {
    const before = structuredClone(ringAt(3))
    await rotate(ringAt(3), start + 30 * dayMs)
    expect(ringAt(3)).toEqual(before)
  })
})

describe('at its deadline, to the millisecond, a retiring key', () => {
  const deadline = Math.floor((start + 7 * dayMs) / 1000) * 1000

  test('is no longer published, and the others are', () => {
    const set = published(ringAt(2))
    const oldest = ringAt(0).active.kid
    expect(kids(keysAt(set, deadline - 1))).toEqual(kids(set))
    expect(kids(keysAt(set, deadline))).toEqual(kids(set).filter(kid => kid !== oldest))
  })

  test('no longer verifies, whatever the end of its token', async () => {
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

describe('nextRotation', () => {
  test('is the next day (UTC), and never within an hour; a ring that was not rotated may be', () => {
    const at = (text: string) => nextRotation({ ...ringAt(0), rotatedAt: Date.parse(text) })
    expect(nextRotation(ringAt(0))).toBe(0)
    expect(at('2031-01-06T00:00:00Z')).toBe(Date.parse('2031-01-07T00:00:00Z'))
    expect(at('2031-01-06T12:34:56Z')).toBe(Date.parse('2031-01-07T00:00:00Z'))
    expect(at('2031-01-06T23:30:00Z')).toBe(Date.parse('2031-01-07T00:30:00Z'))
  })
})

test('the file of a ring has its variables, and a label with the day and the kid of each key', () => {
  const [made, ring] = [ringAt(0), ringAt(1)]
  const { signingKey, jwks } = keysOf(ring)
  const today = made.made?.[made.active.kid]
  expect(signingFile(ring).split('\n')).toEqual([
    '# SIGNING_KEY is a secret of sts and platform. JWKS is a variable of edge, sts and platform.',
    `# ${today} ${ring.active.kid} signs`,
    `# 2031-01-06 ${ring.next.kid} signs after the next rotation`,
    `# ${today} ${made.active.kid} is published until 2031-01-13`,
    `SIGNING_KEY='${signingKey}'`,
    `JWKS='${jwks}'`,
    '',
  ])
  const { made: _, ...earlier } = ring
  expect(signingFile(earlier)).toContain(`# earlier ${ring.active.kid} signs`)
})
