import { batch } from '../../../db/client.ts'
import { countRefused, type Refusal, refusalOf } from '../auth/refusal.ts'
import { countNoted, otherInstall } from '../auth/request-count.ts'
import { findUse } from '../idempotency/queries.ts'
import { toProblem } from '../problems/failure.ts'
import { withAuditContext } from './audit-context.ts'
import { noteUse } from './idempotency.ts'
import { countingOf, countsLast, nextReading, noteRefusal } from './limits.ts'
import { recordStatements, splitRecord } from './precondition.ts'
import type { RequestContext } from './request-context.ts'
import { isOpen } from './route.ts'

/**
 * Reads the caller's authority and the route's data in one round trip, with the write of the attempt, if there is one:
 * if the attempt writes nothing, the rows that refused it are read. If the body is invalid, reads only the authority.
 */
export async function load(context: RequestContext): Promise<void> {
  const { route, db, bodyError, attempt, idempotency } = context
  const statements = (bodyError ? undefined : route.load?.(context)) ?? {}
  if (isOpen(route)) {
    context.loaded = await batch(db, statements)
    return
  }
  if (isForged(context)) return withoutCaller(context)
  context.reading ??= nextReading(context)
  const isCountedLast = countsLast(context)
  const all = {
    // The caller first: the database executes nothing else for one that is not valid.
    authority: lookup(context, { isCountedLast }),
    attempted: attempt?.statement ?? [],
    ...statements,
    ...(bodyError ? {} : recordStatements(context)),
    // After the data: if it is that of an earlier request with the key, its use of the key is read, too.
    use: idempotency ? findUse(db, context.callerScope, idempotency.key) : [],
    requestCount: isCountedLast ? countNoted({}) : [],
  }
  const send = () => batch(db, all)
  const sent = attempt ? withAuditContext(context, attempt.caller, send) : send()
  const read = await sent.catch(failed(context))
  if (!read) return
  const { attempted, authority, use, requestCount: counted, ...results } = read
  const { loaded, record: loadedRecord } = splitRecord(results)
  Object.assign(context, { attempted, authority, counted, loaded, loadedRecord })
  noteUse(context, use)
}

/** Reads only the caller's authority. */
export async function loadAuthority(context: RequestContext, options?: LookupOptions): Promise<void> {
  if (isForged(context)) return withoutCaller(context)
  const read = await batch(context.db, { authority: lookup(context, options) }).catch(failed(context))
  if (read) context.authority = read.authority
}

const isForged = ({ authenticator, credentials }: RequestContext): boolean =>
  authenticator.isForged?.(credentials) ?? false

/** Continues with no rows, so that `authenticate` refuses the caller. */
function withoutCaller(context: RequestContext): void {
  Object.assign(context, { authority: [], attempt: undefined })
}

/** `isAnywhere`: also a caller that does not reach the install of the path is valid. */
type LookupOptions = { isCountedLast?: boolean; isAnywhere?: boolean }

const lookup = (
  context: RequestContext,
  { isCountedLast = false, isAnywhere = false }: LookupOptions = {},
) => {
  const { authenticator, db, credentials, route } = context
  const installSid = isAnywhere ? undefined : context.installSid
  const withVersion = route.attempt !== undefined
  const counting = countingOf(context, { isCountedLast, isAnywhere })
  return authenticator.lookup(db, credentials, installSid, { withVersion, counting })
}

/**
 * Notes a refusal, and counts a request whose count was rolled back. Returns undefined if the lookup refused the caller: the
 * context then has what `authenticate` and `authorize` decide with.
 */
const failed =
  (context: RequestContext) =>
  (error: unknown): Promise<undefined> => {
    const refusal = refusalOf(error)
    if (refusal) return noteCaller(context, refusal)
    noteRefusal(context, error)
    if (toProblem(error).code === 'too_slow') {
      // The count after the response reserves nothing: it would not be noted.
      if (context.reading && 'wanted' in context.reading) context.reading.wanted = 0
      // A function starts after the response, and is no round trip of it.
      context.waitUntil(() => loadAuthority(context).catch(again => noteRefusal(context, again)))
    }
    throw error
  }

/** Counts the request of a caller that its lookup refused, after the response. */
async function noteCaller(context: RequestContext, refusal: Refusal): Promise<undefined> {
  const { authenticator, env, credentials } = context
  const { counted, reason } = refusal
  withoutCaller(context)
  // A valid caller. Its kind is refused before its install, so it is read without that, which counts the request.
  if (reason === otherInstall) {
    await loadAuthority(context, { isAnywhere: true })
    return
  }
  if (counted)
    context.waitUntil(() => batch(env.db, { count: countRefused(env.db, counted) }).catch(ignoreLimit))
  await authenticator.refused?.(env, credentials, refusal)
}

/** Concurrent requests have reached the limit, so there is nothing more to count. */
function ignoreLimit(error: unknown): void {
  if (toProblem(error).code !== 'too_many_requests') throw error
}
