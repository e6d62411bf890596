// The sign-in session of a request: a bearer token, or the cookie under the rules for requests of other sites.

import { Problem } from '../problems/problem.ts'
import { secretOf } from './caller.ts'
import type { CredentialSource } from './credential-source.ts'
import { hashSecret, secretKind } from './secret.ts'
import { cookieName } from './session-cookie.ts'

/** The header of a request that a page sends by itself, without an act of the person. */
const backgroundHeader = 'x-background'

/** The hash of the secret of a session, and whether the person has caused the request. */
export type SessionCredentials = { kind: 'session'; hash: string; isBackground: boolean }

/**
 * Parses the session of a request, without a round trip. A secret in a header precedes the cookie.
 * @returns undefined if the request has other credentials, or none
 * @throws Problem `cross_site_request`, `credential_invalid`
 */
export function parseSession({
  method,
  header,
  cookie,
  baseUrl,
}: CredentialSource): SessionCredentials | undefined {
  const sent = secretOf(header('token'), header('authorization'))
  const secret = sent ?? cookie(cookieName(baseUrl))
  if (!(secret && secretKind(secret) === 'session')) return undefined
  if (!(sent || ['GET', 'HEAD'].includes(method))) requireSameOrigin(header('origin'), baseUrl)
  return { kind: 'session', hash: hashSecret(secret), isBackground: header(backgroundHeader) === 'true' }
}

/**
 * Rejects cross-site requests. Browsers also send the cookie with requests of other sites; the header `Origin` contains
 * the origin of the requesting page.
 */
function requireSameOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin !== new URL(baseUrl).origin)
    throw new Problem(
      'cross_site_request',
      'A write request with the session cookie requires an Origin header with the origin of this service.',
    )
}
