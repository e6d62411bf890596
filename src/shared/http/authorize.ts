import { requireAction, requireOwn } from '../auth/authorize.ts'
import type { RequestContext } from './request-context.ts'

/** Whether the caller may execute the operation, on these records. @throws Problem (src/shared/auth/authorize.ts) */
export function authorize(context: RequestContext): void {
  authorizeAction(context)
  const { caller, route, path, params, loaded } = context
  if (caller) requireOwn(caller, route, path, { params, loaded })
}

/** Whether the caller may execute the operation at all; an open operation has no caller. */
export function authorizeAction({ caller, route, path, installSid }: RequestContext): void {
  const { action, callers, needs, roles, whileEnrolling } = route
  if (caller) requireAction(caller, { action, callers, needs, roles, whileEnrolling, path, installSid })
}
