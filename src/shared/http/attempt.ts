// Writes in one round trip: a write that is decided with a remembered caller, and confirmed by the database
// (docs/adr/0014-decisions-confirmed-by-the-database.md).

import { Problem } from '../problems/problem.ts'
import { authorizeAction } from './authorize.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Prepares the write of a request whose caller is remembered and may execute it. A refusal is never decided here: the
 * request then continues without an attempt, and `authenticate` and `authorize` decide with the current rows.
 */
export function prepareAttempt(context: RequestContext): void {
  const { route, authenticator, credentials, installSid, bodyError } = context
  if (!route.attempt || bodyError || context.idempotency) return
  const caller = authenticator.recall?.(credentials, installSid)
  if (!caller) return
  try {
    context.caller = caller
    authorizeAction(context)
    context.attempt = { ...route.attempt(context), caller }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  } finally {
    context.caller = undefined // until the database has confirmed it
  }
}

/** Sets the result of the request if the attempt was executed. Returns whether it was. */
export async function completeAttempt(context: RequestContext): Promise<boolean> {
  const { attempt, attempted } = context
  const result = attempt?.resultOf(attempted)
  if (result === undefined) return false
  context.caller = attempt?.caller
  context.result = await result
  if (context.env.changed) context.waitUntil(context.env.changed()) // as `handle` does, without the probe
  return true
}
