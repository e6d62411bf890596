// The first stages. They read only the request, without a round trip.

import { hash } from 'node:crypto'
import { fieldErrorsOf, invalid } from '../problems/field-errors.ts'
import { Problem } from '../problems/problem.ts'
import { readBody } from './body.ts'
import { csvMediaType, jsonMediaType } from './csv.ts'
import { keyHeader } from './idempotency-key.ts'
import { wholeOf } from './paginate.ts'
import type { RequestContext } from './request-context.ts'
import { isOpen } from './route.ts'

/** @throws Problem for a missing or malformed credential */
export function parseCredentials(context: RequestContext): void {
  const { route, authenticator, request, header, cookie, env } = context
  if (isOpen(route)) return
  const source = { method: request.method, header, cookie, baseUrl: env.baseUrl }
  context.credentials = authenticator.parseCredentials(source)
}

/** Reads and validates the body. `requireValidBody` throws its errors later. @throws Problem for an unreadable body */
export async function parseBody(context: RequestContext): Promise<void> {
  const body = await readBody(context.route, context.request)
  // Only the use of a key is compared by it.
  if (body.bytes && context.header(keyHeader) !== undefined) context.bodyHash = hash('sha256', body.bytes)
  if (body.success) context.body = body.data
  else context.bodyError = body.error
}

/** @throws Problem with the errors of the body */
export function requireValidBody({ bodyError }: RequestContext): void {
  if (bodyError) throw bodyError instanceof Problem ? bodyError : invalid(...fieldErrorsOf(bodyError))
}

/** Chooses between JSON and CSV. A CSV file has all rows unless the query has a `limit`. */
export function negotiate(context: RequestContext): void {
  context.headers['cache-control'] = 'no-store'
  if (!context.route.csv) return
  context.headers['vary'] = 'accept'
  if (context.preferred([jsonMediaType, csvMediaType]) !== csvMediaType) return
  context.mediaType = csvMediaType
  if (!context.sentQuery.includes('limit')) context.query = wholeOf(context.query)
}
