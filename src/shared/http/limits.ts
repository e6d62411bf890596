// The limits of requests: what a request counts as, and the headers of draft-ietf-httpapi-ratelimit-headers
// (docs/adr/0019-request-limits.md). The database counts (`count_request`).

import { hash } from 'node:crypto'
import { type CountedAs, type Counting, countedEarlier, type RequestCount } from '../auth/request-count.ts'
import { toProblem } from '../problems/failure.ts'
import { limitHeaders } from '../problems/request-limit.ts'
import { addressOf } from './audit-context.ts'
import type { RequestContext } from './request-context.ts'
import { type LimitState, ReservedReads } from './reserved-reads.ts'

/** What the request counts as. Further lookups of the same request are not counted, such as those of the pages of a CSV file. */
const countedAs = ({ isCounted, route }: RequestContext): CountedAs => {
  if (isCounted) return null
  return route.method === 'get' ? 'read' : 'write'
}

const reads = new ReservedReads()

/** Returns how a read is counted; undefined for a write, and for a request that has been counted. */
export function nextReading(context: RequestContext): RequestContext['reading'] {
  if (countedAs(context) !== 'read') return undefined
  const caller = keyOf(context)
  return { caller, ...reads.next(caller, Date.now()) }
}

/** Returns how the lookup counts the request. A lookup without the install counts for the account, where nothing is reserved. */
export const countingOf = (
  context: RequestContext,
  { isCountedLast, isAnywhere }: { isCountedLast: boolean; isAnywhere: boolean },
): Counting => ({
  countedAs: countedAs(context),
  countsLast: isCountedLast,
  address: addressOf(context.header),
  ...(isAnywhere ? {} : context.reading),
})

/**
 * Whether the request is counted after its data is read, because that may take long: a count locks its row until the transaction
 * ends, so concurrent requests of the caller would wait. A caller that has probably reached its limit is counted first.
 */
export const countsLast = (context: RequestContext): boolean =>
  isList(context) &&
  !context.isCounted &&
  !(context.reading && 'reserved' in context.reading) &&
  !isProbablyRefused(context)

const isList = ({ route }: RequestContext): boolean =>
  route.method === 'get' && route.query !== undefined && 'limit' in route.query.shape

/** Sets the headers of a request that has been counted. A caller without a limit has none. */
export function noteCount(context: RequestContext): void {
  const [row] = rowsOf(context.authority)
  if (context.isCounted || !row) return
  context.isCounted = true
  const count = row.count ?? rowsOf(context.counted)[0]?.count
  if (!count) {
    if (context.reading) reads.forget(context.reading.caller)
    return
  }
  const isWrite = context.route.method !== 'get'
  Object.assign(context.headers, limitHeaders({ ...announcedBy(context, count), isWrite }))
}

/** Returns what the response announces. */
function announcedBy({ reading }: RequestContext, count: RequestCount): LimitState {
  if (reading && 'reserved' in reading && count === countedEarlier) return reading.reserved
  if (reading) return reads.counted(reading.caller, count, Date.now())
  const [limit = 0, remaining = 0, seconds = 0] = count.split(' ').map(Number)
  return { limit, remaining, seconds }
}

const rowsOf = (rows: unknown) => (rows ?? []) as readonly { count?: RequestCount | null }[]

/** The callers that have reached their limit, as far as this isolate knows, and when their minute ends, in ms. */
const refused = new Map<string, number>()
const maxRefused = 1000

/** The key of a caller on the paths of an install. It contains no secret. */
function keyOf({ credentials, installSid, route }: RequestContext): string {
  const { kind, hash: secretHash } = credentials as { kind?: string; hash?: string }
  const caller = secretHash ?? hash('sha256', JSON.stringify(credentials))
  return `${kind} ${caller} ${installSid} ${route.method}`
}

/** Whether the request is probably refused, so that a refusal costs little. The database decides in either case. */
function isProbablyRefused(context: RequestContext): boolean {
  if (refused.size === 0) return false
  const key = keyOf(context)
  const until = refused.get(key)
  if (until !== undefined && until > Date.now()) return true
  refused.delete(key)
  return false
}

/** Remembers a refusal until the minute of the caller ends. */
export function noteRefusal(context: RequestContext, error: unknown): void {
  const { code, headers } = toProblem(error)
  if (code !== 'too_many_requests') return
  if (refused.size >= maxRefused) refused.clear()
  refused.set(keyOf(context), Date.now() + Number(headers['retry-after']) * 1000)
}
