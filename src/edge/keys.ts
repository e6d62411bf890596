import { hash } from 'node:crypto'
import { keysAt, parseJwks } from '../shared/crypto/keys/jwks.ts'

/** What verifiers are sent, and the times in ms from which and until which it is so. */
type Published = { jwks: string; since: number; until: number; body: string; etag: string }

let last: Published | undefined

/** The living keys of a JWK Set at a time in ms, made anew only for another set and from the next deadline on. */
export function publishedKeys(jwks: string, now: number): Published {
  if (last?.jwks === jwks && last.since <= now && now < last.until) return last
  const keys = keysAt(parseJwks(jwks), now)
  const body = JSON.stringify({ keys })
  const until = Math.min(...keys.map(({ exp = Number.POSITIVE_INFINITY }) => exp * 1000))
  last = { jwks, since: now, until, body, etag: `"${hash('sha256', body)}"` }
  return last
}
