import { batch } from '../../../db/client.ts'
import { withAuditContext } from './audit-context.ts'
import type { RequestContext } from './request-context.ts'
import { isOpen } from './route.ts'

/**
 * Reads the caller's authority and the route's data in one round trip, after the write of the attempt, if there is one:
 * if the attempt writes nothing, the rows that refused it are read. If the body is invalid, reads only the authority.
 */
export async function load(context: RequestContext): Promise<void> {
  const { route, db, bodyError, attempt } = context
  const statements = (bodyError ? undefined : route.load?.(context)) ?? {}
  if (isOpen(route)) {
    context.loaded = await batch(db, statements)
    return
  }
  const send = () =>
    batch(db, { attempted: attempt?.statement ?? [], authority: lookup(context), ...statements })
  const sent = attempt ? withAuditContext(context, attempt.caller, send) : send()
  const { attempted, authority, ...loaded } = await sent
  Object.assign(context, { attempted, authority, loaded })
}

/** Reads only the caller's authority. */
export async function loadAuthority(context: RequestContext): Promise<void> {
  const { authority } = await batch(context.db, { authority: lookup(context) })
  context.authority = authority
}

const lookup = ({ authenticator, db, credentials, installSid, route }: RequestContext) =>
  authenticator.lookup(db, credentials, installSid, { withVersion: route.attempt !== undefined })
