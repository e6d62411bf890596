// The problems that an operation can return.

import { takesKey } from '../../src/shared/http/idempotency-key.ts'
import { isOpen, type Route } from '../../src/shared/http/route.ts'
import type { ProblemCode } from '../../src/shared/problems/problem.ts'

/** The problems of a route: those of every route, those that follow from its declaration, and its own. */
export function problemsOf<E, C>(route: Route<E, C>): ProblemCode[] {
  const { method, action, params, body, upload, callers, problems: own = [] } = route
  const codes: ProblemCode[] = [
    'invalid_request',
    'internal',
    'not_ready',
    'database_unavailable',
    'database_busy',
    'too_slow',
    ...own,
  ]
  if (method !== 'get') codes.push('storage_full')
  if (!isOpen(route)) codes.push('credential_required', 'credential_invalid', 'too_many_requests')
  if (action) codes.push('action_not_allowed')
  // An operation that accepts no session refuses one of another site for the same reason.
  if (!isOpen(route) && method !== 'get') codes.push('cross_site_request', 'reference_gone')
  if (takesSessions(route) && !route.whileEnrolling) codes.push('mfa_required_by_account')
  if (params) codes.push('not_found')
  // The session of a user of an install is not accepted in areas A and B.
  if (callers || takesSessions(route)) codes.push('caller_not_accepted')
  if (takesKey(route)) codes.push('idempotency_key_in_use', 'idempotency_key_reused')
  if (body) codes.push('body_too_large', 'body_too_slow', 'unsupported_media_type')
  if (body && !upload) codes.push('malformed_json')
  return [...new Set(codes)]
}

/** Areas A and B accept every kind of secret by default; each operation of area C lists those that it accepts. */
export const takesSessions = ({
  action,
  callers,
  path,
}: Pick<Route<never, never>, 'action' | 'callers' | 'path'>) =>
  callers?.includes('session') ?? (action !== undefined && path.startsWith('/v1/'))
