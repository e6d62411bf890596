import { hash } from 'node:crypto'
import { keysAt, parseJwks } from '../shared/crypto/keys/jwks.ts'

/** A response body for verifiers. It is valid from `since` until `until`, in ms since 1970. */
type PublishedKeys = { jwks: string; since: number; until: number; body: string; etag: string }

let cached: PublishedKeys | undefined

/**
 * Returns the keys of a JWK Set that are not expired at a time in ms. The result is cached until the set changes or the
 * next key expires.
 */
export function publishedKeys(jwks: string, now: number): PublishedKeys {
  if (cached?.jwks === jwks && cached.since <= now && now < cached.until) return cached
  const keys = keysAt(parseJwks(jwks), now)
  const body = JSON.stringify({ keys })
  const until = Math.min(...keys.map(({ exp = Number.POSITIVE_INFINITY }) => exp * 1000))
  cached = { jwks, since: now, until, body, etag: `"${hash('sha256', body)}"` }
  return cached
}
