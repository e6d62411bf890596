// Validates the parameters of the path and of the query string, before the stages of pipeline.ts.

import { zValidator } from '@hono/zod-validator'
import type { Context, HonoRequest, MiddlewareHandler } from 'hono'
import * as z from 'zod'
import { fieldErrorsOf, invalid, unknownField } from '../problems/field-errors.ts'
import { Sid } from '../values/sid.ts'
import type { AnyRoute, RequestContext } from './request-context.ts'

/** The state of the request, which the validator reads and writes. */
type WithRequest = { Variables: { request: RequestContext } }

/** Validates the parameters of the path, then those of the query string. @throws Problem `invalid_request` */
export type ParameterValidator = (context: Context) => Promise<void>

/** Returns the validator of a route. It is called by the handler of the route, and is no handler of its own. */
export function parameterValidator({ params, query }: AnyRoute): ParameterValidator {
  const known = Object.keys(query?.shape ?? {})
  const schema: z.ZodObject = query ?? noMembers
  const validateQuery: MiddlewareHandler = zValidator(
    'query',
    schema,
    (result, { var: { request } }: Context<WithRequest>) => {
      if (!result.success) throw invalid(...fieldErrorsOf(result.error, known))
      request.query = result.data
    },
  )
  return async (context: Context<WithRequest>) => {
    const { req } = context
    if (params) validatePath(context, params)
    const isSent = req.url.includes('?')
    if (isSent) requireAllReceived(req, known)
    if (query || isSent) await validateQuery(context, nothing)
  }
}

function validatePath({ req, var: { request } }: Context<WithRequest>, params: z.ZodObject): void {
  const result = params.safeParse(req.param())
  if (!result.success) throw invalid(...fieldErrorsOf(result.error))
  request.params = result.data
  request.installSid = InstallSid.parse(result.data['installSid'])
}

const nothing = () => Promise.resolve()

const InstallSid = Sid('AI').optional()

const noMembers = z.strictObject({})

/** Hono drops parameters without a name and those named `__proto__`. They are unknown, and must be refused too. */
function requireAllReceived(req: HonoRequest, known: readonly string[]): void {
  const received = req.queries()
  const names = [...new URL(req.url).searchParams.keys()]
  const lost = names.filter(name => !Object.hasOwn(received, name))
  if (lost.length > 0) throw invalid(...lost.map(name => unknownField([name], known)))
}
