// Validates the parameters of the path and of the query string, before the stages of pipeline.ts.

import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod'
import { fieldErrorsOf, invalid, unknownField } from '../problems/field-errors.ts'
import { Sid } from '../values/sid.ts'
import type { AnyRoute, RequestContext } from './request-context.ts'

/** The state of the request, which the validators read and write. */
type WithRequest = { Variables: { request: RequestContext } }

/**
 * Returns the validators of a route, in their order: the path, then the query string.
 * @throws Problem `invalid_request`, when a request is served
 */
export function parameterValidators({
  params = noMembers,
  query = noMembers,
}: AnyRoute): MiddlewareHandler[] {
  const known = Object.keys(query.shape)
  return [
    zValidator('param', params, (result, { var: { request } }: Context<WithRequest>) => {
      if (!result.success) throw invalid(...fieldErrorsOf(result.error))
      request.params = result.data
      request.installSid = InstallSid.parse(result.data['installSid'])
    }),
    requireAllReceived(known),
    zValidator('query', query, (result, { var: { request } }: Context<WithRequest>) => {
      if (!result.success) throw invalid(...fieldErrorsOf(result.error, known))
      request.query = result.data
    }),
  ]
}

const InstallSid = Sid('AI').optional()

const noMembers = z.strictObject({})

/** Hono drops parameters without a name and those named `__proto__`. They are unknown, and must be refused too. */
const requireAllReceived =
  (known: readonly string[]): MiddlewareHandler =>
  async ({ req }, next) => {
    const received = req.queries()
    const names = req.url.includes('?') ? [...new URL(req.url).searchParams.keys()] : []
    const lost = names.filter(name => !Object.hasOwn(received, name))
    if (lost.length > 0) throw invalid(...lost.map(name => unknownField([name], known)))
    await next()
  }
