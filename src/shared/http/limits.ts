// The limits of requests: what a request counts as, and the headers of draft-ietf-httpapi-ratelimit-headers
// (docs/adr/0019-request-limits.md). The database counts (`count_request`).

import { hash } from 'node:crypto'
import type { CountedAs, RequestCount } from '../auth/request-count.ts'
import { toProblem } from '../problems/failure.ts'
import { limitHeaders } from '../problems/request-limit.ts'
import type { RequestContext } from './request-context.ts'

/** What the request counts as. Further lookups of the same request are not counted, such as those of the pages of a CSV file. */
export const countedAs = ({ isCounted, route }: RequestContext): CountedAs => {
  if (isCounted) return null
  return route.method === 'get' ? 'read' : 'write'
}

/** Sets the headers of a request that has been counted. A caller without a limit has none. */
export function noteCount(context: RequestContext): void {
  const [row] = (context.authority ?? []) as readonly { count?: RequestCount | null }[]
  if (context.isCounted || !row) return
  context.isCounted = true
  if (!row.count) return
  const [limit, remaining, seconds] = row.count
  const headers = limitHeaders({ limit, remaining, seconds, isWrite: context.route.method !== 'get' })
  for (const [name, value] of Object.entries(headers)) context.setHeader(name, value)
}

/** The callers that have reached their limit, as far as this isolate knows, and when their minute ends, in ms. */
const refused = new Map<string, number>()
const maxRefused = 1000

const keyOf = ({ credentials, installSid, route }: RequestContext): string =>
  hash('sha256', JSON.stringify([credentials, installSid, route.method === 'get']))

/**
 * Whether the request is probably refused. Its caller is then looked up before its data is read, so that a refusal costs
 * little. The database decides in either case. A request with a key reads little, and its statements have one order
 * (src/shared/idempotency/player.ts).
 */
export function isProbablyRefused(context: RequestContext): boolean {
  if (refused.size === 0 || context.idempotency) return false
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
