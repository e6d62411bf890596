import { batch } from '../../../db/client.ts'
import { findUse } from '../idempotency/queries.ts'
import { withAuditContext } from './audit-context.ts'
import { noteUse } from './idempotency.ts'
import { recordStatements, splitRecord } from './precondition.ts'
import type { RequestContext } from './request-context.ts'
import { isOpen } from './route.ts'

/**
 * Reads the caller's authority and the route's data in one round trip, after the write of the attempt, if there is one:
 * if the attempt writes nothing, the rows that refused it are read. If the body is invalid, reads only the authority.
 */
export async function load(context: RequestContext): Promise<void> {
  const { route, db, bodyError, attempt, callerScope, idempotency } = context
  const statements = (bodyError ? undefined : route.load?.(context)) ?? {}
  if (isOpen(route)) {
    context.loaded = await batch(db, statements)
    return
  }
  const send = () =>
    batch(db, {
      attempted: attempt?.statement ?? [],
      authority: lookup(context),
      ...statements,
      ...(bodyError ? {} : recordStatements(context)),
      // Last: if the data is that of an earlier request with the key, its use of the key is read, too.
      use: idempotency ? findUse(db, callerScope, idempotency.key) : [],
    })
  const sent = attempt ? withAuditContext(context, attempt.caller, send) : send()
  const { attempted, authority, use, ...results } = await sent
  const { loaded, record: loadedRecord } = splitRecord(results)
  Object.assign(context, { attempted, authority, loaded, loadedRecord })
  noteUse(context, use)
}

/** Reads only the caller's authority. */
export async function loadAuthority(context: RequestContext): Promise<void> {
  const { authority } = await batch(context.db, { authority: lookup(context) })
  context.authority = authority
}

const lookup = ({ authenticator, db, credentials, installSid, route }: RequestContext) =>
  authenticator.lookup(db, credentials, installSid, { withVersion: route.attempt !== undefined })
