import { requireAction, requireOwn } from '../auth/authorize.ts'
import type { RequestContext } from './request-context.ts'

/** Checks that the caller may execute the operation on these records. @throws Problem (src/shared/auth/authorize.ts) */
export function authorize(context: RequestContext): void {
  authorizeAction(context)
  const { caller, route, path, params, loaded, bodyError } = context
  // With an invalid body no records were read. Its errors, which follow, do not depend on records.
  if (caller && !bodyError) requireOwn(caller, route, path, { params, loaded })
}

/** Checks that the caller may execute the operation at all. An open operation has no caller. */
export function authorizeAction({ caller, route, path, installSid }: RequestContext): void {
  const { action, callers, needs, roles, whileEnrolling } = route
  if (!caller) return
  requireAction(caller, { action, callers, needs, roles, whileEnrolling, path, installSid })
  requireOwn(caller, route, path, undefined)
}
