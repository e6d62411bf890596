// First stages: the request alone, without a round trip.

import * as z from 'zod'
import { fieldErrorsOf, invalid, unknownField } from '../problems/field-errors.ts'
import { Problem } from '../problems/problem.ts'
import { Sid } from '../values/sid.ts'
import { readBody } from './body.ts'
import { csvMediaType, jsonMediaType } from './csv.ts'
import { wholeOf } from './paginate.ts'
import type { RequestContext } from './request-context.ts'
import { isOpen } from './route.ts'

/** @throws Problem for a missing or malformed credential */
export function parseCredentials(context: RequestContext): void {
  const { route, authenticator, request, header, cookie, env } = context
  if (isOpen(route)) return
  const source = { method: request.method, header, cookie, baseUrl: env.baseUrl }
  context.credentials = authenticator.parseCredentials(source)
  context.callerScope = authenticator.scope(context.credentials)
}

/** @throws Problem `invalid_request` with the errors of the path, or else of the query string */
export function parseParameters(context: RequestContext): void {
  const { route, received, request } = context
  const { params = noMembers, query = noMembers } = route
  context.params = parsed(params, received.params)
  context.installSid = InstallSid.parse(context.params['installSid'])
  const known = Object.keys(query.shape)
  requireAllReceived(request.url, received.query, known)
  context.query = parsed(query, singleValues(received.query), known)
}

/** Reads and validates the body. Its errors wait for `requireValidBody`. @throws Problem for an unreadable body */
export async function parseBody(context: RequestContext): Promise<void> {
  const body = await readBody(context.route, context.request)
  if (body.success) context.body = body.data
  else context.bodyError = body.error
}

/** @throws Problem with the errors of the body */
export function requireValidBody({ bodyError }: RequestContext): void {
  if (bodyError) throw bodyError instanceof Problem ? bodyError : invalid(...fieldErrorsOf(bodyError))
}

/** Chooses between JSON and CSV. A CSV file has all rows unless the query has a `limit`. */
export function negotiate(context: RequestContext): void {
  context.setHeader('cache-control', 'no-store')
  if (!context.route.csv) return
  context.setHeader('vary', 'accept')
  if (context.preferred([jsonMediaType, csvMediaType]) !== csvMediaType) return
  context.mediaType = csvMediaType
  if (context.received.query['limit'] === undefined) context.query = wholeOf(context.query)
}

const InstallSid = Sid('AI').optional()

const noMembers = z.strictObject({})

function parsed(
  schema: z.ZodObject,
  values: Record<string, unknown>,
  known?: readonly string[],
): Record<string, unknown> {
  const { data, error } = schema.safeParse(values)
  if (error) throw invalid(...fieldErrorsOf(error, known))
  return data
}

const singleValues = (query: Record<string, string[]>): Record<string, string | string[] | undefined> =>
  Object.fromEntries(
    Object.entries(query).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )

/** Hono drops parameters without a name and those named `__proto__`. They are unknown, and must be refused too. */
function requireAllReceived(url: string, query: Record<string, string[]>, known: readonly string[]): void {
  const names = url.includes('?') ? [...new URL(url).searchParams.keys()] : []
  const lost = names.filter(name => !Object.hasOwn(query, name))
  if (lost.length > 0) throw invalid(...lost.map(name => unknownField([name], known)))
}
