import { OpenAPIHono, z } from '@hono/zod-openapi'
import { type ProblemCode, problems } from './problem.ts'
import { type Access, isOpen, type Route, type Upload } from './route.ts'

/** What a route may refuse with: what every route may, what follows from its shape, and its own. */
export function problemsOf<E, C>(route: Route<E, C>): ProblemCode[] {
  const { method, action, params, body, upload, callers, problems: own = [] } = route
  const codes: ProblemCode[] = [
    'invalid_request',
    'internal',
    'database_unavailable',
    'database_busy',
    ...own,
  ]
  if (!isOpen(route)) codes.push('credential_required', 'credential_invalid')
  if (action) codes.push('action_not_allowed')
  if (takesSessions(route) && method !== 'get') codes.push('cross_site_request')
  if (params) codes.push('not_found')
  if (callers) codes.push('caller_not_accepted')
  if (method !== 'get' && !isOpen(route)) codes.push('reference_gone')
  if (body) codes.push('body_too_large', 'unsupported_media_type')
  if (body && !upload) codes.push('malformed_json')
  return [...new Set(codes)]
}

/** What every failure looks like on the wire (RFC 9457). */
const ProblemBody = z
  .object({
    type: z.string().openapi({ example: '/docs/errors#not_found' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(Object.keys(problems)).openapi({ example: 'not_found' }),
    requestId: z.string(),
    errors: z
      .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .openapi({ description: 'Each fault of an invalid request.' }),
  })
  .openapi('Problem', { description: 'RFC 9457 problem details.' })

/** A request that we send, by its name. */
export type Webhook = { name: string; summary: string; body: z.ZodType }

/** The OpenAPI 3.1 document of a table of routes, and of what is sent to clients. */
export function openApi<E, C>(routes: readonly Route<E, C>[], webhooks: readonly Webhook[] = []) {
  const { openAPIRegistry: registry, getOpenAPI31Document: generate } = new OpenAPIHono()
  registry.registerComponent('securitySchemes', 'token', { type: 'apiKey', in: 'header', name: 'token' })
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  if (routes.some(takesSessions))
    registry.registerComponent('securitySchemes', 'session', {
      type: 'apiKey',
      in: 'cookie',
      name: 'session',
    })
  for (const route of routes) registry.registerPath(describe(route))
  for (const { name, summary, body } of webhooks)
    registry.registerWebhook({
      method: 'post',
      path: name,
      summary,
      request: { body: { required: true, content: contentOf(body) } },
      responses: { '2XX': { description: 'Received. Any other answer is tried again.' } },
    })
  return generate({ openapi: '3.1.0', info })
}

export const info = {
  title: 'Invigil',
  version: '3.0.3',
  description: 'Exam proctoring for learning platforms.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

function describe<E, C>(route: Route<E, C>) {
  const {
    method,
    path,
    tag,
    summary,
    action,
    roles,
    params,
    query,
    body,
    upload,
    returns,
    csv,
    status = 200,
  } = route
  const needs =
    action && `Needs the action \`${action}\`${roles ? ` and the role ${roles.join(' or ')}` : ''}.`
  return {
    method,
    path,
    tags: [tag],
    summary,
    description: [route.description, needs].filter(Boolean).join(' '),
    operationId: operationId(route),
    ...(action && { 'x-action': action }),
    ...(!isOpen(route) && { security: securityOf(route) }),
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body: { required: true, content: contentOf(body, upload) } }),
    },
    responses: {
      [status]:
        status === 204
          ? { description: 'Done.' }
          : { description: 'Success.', content: { ...contentOf(returns), ...(csv && csvContent) } },
      ...refusals(problemsOf(route)),
    },
  }
}

const csvContent = {
  'text/csv': {
    schema: z.string().openapi({
      description:
        'The same rows as a table with a header: all of them from the offset on, or a page where a limit is given.',
    }),
  },
}

const contentOf = (schema: z.ZodType, upload?: Upload) =>
  upload
    ? Object.fromEntries(
        upload.mediaTypes.map(type => [
          type,
          { schema: z.any().openapi({ type: 'string', format: 'binary' }) },
        ]),
      )
    : { 'application/json': { schema } }

/** `sp:ListUsers` is the operation `listUsers`; an open route is named by its summary. */
const operationId = ({ action, summary }: Pick<Route, 'action' | 'summary'>) => {
  const name =
    action?.slice('sp:'.length) ?? summary.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
  return name.charAt(0).toLowerCase() + name.slice(1)
}

const takesSessions = ({ callers }: Partial<Access>) => callers?.includes('session') ?? false

/** The ways to say who calls: a session's secret is a bearer or a cookie, the others are a bearer or the header. */
const securityOf = (access: Partial<Access>) => [
  ...(access.callers?.every(kind => kind === 'session') ? [] : [{ token: [] }]),
  { bearer: [] },
  ...(takesSessions(access) ? [{ session: [] }] : []),
]

/** One answer per status: several codes may share it. */
function refusals(codes: readonly ProblemCode[]) {
  const byStatus = Map.groupBy(codes, code => problems[code][0])
  return Object.fromEntries(
    [...byStatus].map(([status, shared]) => [
      status,
      {
        description: shared.map(code => `\`${code}\`: ${problems[code][1]}.`).join(' '),
        content: { 'application/problem+json': { schema: ProblemBody } },
      },
    ]),
  )
}
