import { describe, expect, test } from 'vitest'
import { publishedKeys } from '../../../src/edge/keys.ts'

const deadline = Date.UTC(2031, 0, 6, 12)
const key = (kid: string, exp?: number) => ({ kty: 'RSA', kid, n: 'n', e: 'AQAB', ...(exp && { exp }) })
const setOf = (...keys: object[]) => JSON.stringify({ keys })
const jwks = setOf(key('active'), key('retiring', deadline / 1000), key('later', deadline / 1000 + 1))

const kidsAt = (now: number, set = jwks): string[] =>
  JSON.parse(publishedKeys(set, now).body).keys.map(({ kid }: { kid: string }) => kid)

describe('the published keys', () => {
  test('omit each retiring key from its deadline on, not before', () => {
    expect(kidsAt(deadline - 1)).toEqual(['active', 'retiring', 'later'])
    expect(kidsAt(deadline)).toEqual(['active', 'later'])
    expect(kidsAt(deadline + 999)).toEqual(['active', 'later'])
    expect(kidsAt(deadline + 1000)).toEqual(['active'])
  })

  test('are those of the requested time, regardless of earlier requests', () => {
    expect(kidsAt(deadline + 1000)).toEqual(['active'])
    expect(kidsAt(deadline - 1)).toEqual(['active', 'retiring', 'later'])
  })

  test('are those of the given set, regardless of earlier sets', () => {
    expect(kidsAt(deadline, setOf(key('active')))).toEqual(['active'])
    expect(kidsAt(deadline, setOf(key('next')))).toEqual(['next'])
    expect(kidsAt(deadline, setOf())).toEqual([])
  })

  test('have a strong ETag that changes only with the keys', () => {
    const tagAt = (now: number, set = jwks) => publishedKeys(set, now).etag
    const before = tagAt(deadline - 5000)
    expect(before).toMatch(/^"[^"]+"$/)
    expect(tagAt(deadline - 1)).toBe(before)
    expect(tagAt(deadline)).not.toBe(before)
    expect(tagAt(deadline + 1000)).not.toBe(tagAt(deadline))
    // Equal keys of different sets give the same response.
    expect(tagAt(deadline + 1000)).toBe(tagAt(deadline, setOf(key('active'))))
  })

  test('a text that is not a set of keys is refused each time', () => {
    for (const _ of [1, 2]) expect(() => publishedKeys('{"keys":"none"}', deadline)).toThrow('JWK Set')
  })
})
