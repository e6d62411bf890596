import { batch } from '../../../db/client.ts'
import { findUse } from '../idempotency/queries.ts'
import { toProblem } from '../problems/failure.ts'
import { withAuditContext } from './audit-context.ts'
import { noteUse } from './idempotency.ts'
import { countedAs, isProbablyRefused, noteRefusal } from './limits.ts'
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
  const data = {
    attempted: attempt?.statement ?? [],
    ...statements,
    ...(bodyError ? {} : recordStatements(context)),
    // After the data: if it is that of an earlier request with the key, its use of the key is read, too.
    use: idempotency ? findUse(db, callerScope, idempotency.key) : [],
  }
  const caller = { authority: lookup(context) }
  // The caller last: concurrent requests of the caller wait while it is counted, until the transaction ends.
  const send = () => batch(db, isProbablyRefused(context) ? { ...caller, ...data } : { ...data, ...caller })
  const sent = attempt ? withAuditContext(context, attempt.caller, send) : send()
  const { attempted, authority, use, ...results } = await sent.catch(failed(context))
  const { loaded, record: loadedRecord } = splitRecord(results)
  Object.assign(context, { attempted, authority, loaded, loadedRecord })
  noteUse(context, use)
}

/** Notes a refusal, and counts a request whose count was rolled back because it took too long. */
const failed = (context: RequestContext) => (error: unknown) => {
  noteRefusal(context, error)
  // A function starts after the response, and is no round trip of it.
  if (toProblem(error).code === 'too_slow')
    context.waitUntil(() => loadAuthority(context).catch(again => noteRefusal(context, again)))
  throw error
}

/** Reads only the caller's authority. */
export async function loadAuthority(context: RequestContext): Promise<void> {
  const { authority } = await batch(context.db, { authority: lookup(context) })
  context.authority = authority
}

const lookup = (context: RequestContext) => {
  const { authenticator, db, credentials, installSid, route } = context
  const withVersion = route.attempt !== undefined
  return authenticator.lookup(db, credentials, installSid, { withVersion, countedAs: countedAs(context) })
}
