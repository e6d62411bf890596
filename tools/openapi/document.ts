import * as z from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import type { Webhook } from '../../src/platform/webhooks/events/webhooks.ts'
import { recordOf } from '../../src/shared/http/etag.ts'
import { isOpen, operationIdOf, type Route } from '../../src/shared/http/route.ts'
import { FieldErrorBody } from '../../src/shared/problems/field-error-body.ts'
import { otherStatuses, type ProblemCode, problems } from '../../src/shared/problems/problem.ts'
import type { Examples } from '../docs/examples/recorder.ts'
import { examples as webhookExamples } from '../docs/reference/examples.ts'
import { addExamples, type Operation } from './examples.ts'
import { headersOf, repeatableNote, requestHeaders, unchanged } from './headers.ts'
import { introduction } from './introduction.ts'
import { problemsOf, takesSessions } from './problems.ts'
import { type Components, type Json, jsonSchemaOf } from './schema.ts'
import { tagsOf } from './tags.ts'

/** The wire form of every problem (RFC 9457). */
const ProblemBody = z
  .looseObject({
    type: z.string().meta({
      description: 'The URL of the page that explains the code, relative to the origin.',
      example: '/docs/errors#not_found',
    }),
    title: z
      .string()
      .meta({ description: 'A short text that every problem of the code has.', example: 'Not found' }),
    status: z.int().meta({ description: 'The HTTP status of the response.', example: 404 }),
    detail: z.string().meta({
      description: 'What is wrong with this request, in one or more sentences.',
      example: 'Not found.',
    }),
    code: z.enum(Object.keys(problems)).meta({
      description: 'The stable identifier of the problem, for programs.',
      example: 'not_found',
    }),
    requestId: z.string().meta({
      description: 'The id of the request in the log, as in the header `X-Request-Id`.',
      example: '9cd021b4-bf4d-48d8-8b1d-a59989168271',
    }),
    errors: z.array(FieldErrorBody).optional().meta({ description: 'The errors of an invalid request.' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details. Some codes have further members.' })

type Documented = Route<never, never>

/** The OpenAPI 3.1 document of all routes and webhooks for an origin, with the examples of each operation. */
export function openApi(
  routes: readonly Documented[],
  webhooks: readonly Webhook[],
  examples: Examples,
  baseUrl: string,
) {
  const schemas: Components = {}
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const operation = describe(route, recordOf(route, routes), schemas)
    addExamples(operation, route.path, examples[operationIdOf(route)] ?? {})
    paths[route.path] = { ...paths[route.path], [route.method]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { ...info, contact: { name: 'Documentation', url: `${baseUrl}/docs` } },
    servers: [{ url: baseUrl }],
    tags: tagsOf([...routes.map(({ tag }) => tag), ...(webhooks.length > 0 ? ['Webhooks'] : [])]),
    paths,
    webhooks: Object.fromEntries(
      webhooks.map(webhook => [webhook.name, { post: describeWebhook(webhook, schemas) }]),
    ),
    components: { schemas, securitySchemes },
  }
}

const securitySchemes = {
  token: {
    ...{ type: 'apiKey', in: 'header', name: 'token' },
    description:
      'The secret of an API credential, an `stsToken`, or the `sessionToken` of an operator. The header of area A.',
  },
  bearer: {
    ...{ type: 'http', scheme: 'bearer' },
    description:
      'The secret of an API credential, an `stsToken`, the `sessionToken` of a sign-in, or the JWT of `POST /auth/token`. The header of the areas B and C.',
  },
  session: {
    ...{ type: 'apiKey', in: 'cookie', name: 'session' },
    description:
      'The cookie that a sign-in sets; its name is `__Host-session` on https. A request that changes something also needs an `Origin` of this system.',
  },
}

const describeWebhook = ({ name, summary, body }: Webhook, schemas: Components): Json => ({
  tags: ['Webhooks'],
  summary,
  operationId: name,
  security: [],
  parameters: [
    {
      ...{ name: 'traceparent', in: 'header', required: true, schema: { type: 'string' } },
      example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      description:
        'W3C Trace Context: the trace of the request that caused the event, if it had one; else a trace of the delivery.',
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: jsonSchemaOf(body, schemas), example: webhookExamples[name] } },
  },
  responses: { '2XX': { description: 'Received. Any other response is retried.' } },
})

const info = {
  title: 'Invigil',
  version: manifest.version,
  description: introduction,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

function describe(route: Documented, record: Documented | undefined, schemas: Components): Operation & Json {
  const { tag, summary, action, roles, params, query, body, upload, returns, csv, status = 200 } = route
  const needs =
    action && `Requires the action \`${action}\`${roles ? ` and the role ${roles.join(' or ')}` : ''}.`
  const parameters = [
    ...parametersOf('path', params, schemas),
    ...parametersOf('query', query, schemas),
    ...requestHeaders(route, record),
  ]
  return {
    tags: [tag],
    summary,
    description: [route.description, repeatableNote(route), needs].filter(Boolean).join(' '),
    operationId: operationIdOf(route),
    ...(action && { 'x-action': action }),
    security: isOpen(route) ? [] : securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: contentOf(upload ? file : jsonSchemaOf(body, schemas), upload?.mediaTypes),
      },
    }),
    responses: {
      ...Object.fromEntries(
        (route.responses ?? [{ status, returns }]).map(response => [
          response.status,
          {
            description: response.status === 204 ? 'Done.' : 'Success.',
            ...headersOf(route),
            ...(response.status !== 204 && {
              content: { ...contentOf(jsonSchemaOf(response.returns, schemas)), ...(csv && tableOf(query)) },
            }),
          },
        ]),
      ),
      ...unchanged(route),
      ...refusals(record ? [...problemsOf(route), 'precondition_failed'] : problemsOf(route), schemas),
    },
  }
}

const file = { type: 'string', format: 'binary' }

const contentOf = (schema: Json, mediaTypes: readonly string[] = ['application/json']) =>
  Object.fromEntries(mediaTypes.map(mediaType => [mediaType, { schema }]))

const tableOf = (query: z.ZodObject | undefined) =>
  contentOf(
    {
      type: 'string',
      description: isPaged(query)
        ? 'The same rows as a table with a header: all rows from the offset, or one page if a limit is given.'
        : 'The same data as a table with a header.',
    },
    ['text/csv'],
  )

const isPaged = (query: z.ZodObject | undefined) => query !== undefined && 'limit' in query.shape

function parametersOf(location: 'path' | 'query', members: z.ZodObject = z.object(), schemas: Components) {
  const { properties = {}, required = [] } = jsonSchemaOf(members, schemas) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: location,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }))
}

/**
 * The security schemes: a session is sent as a bearer token or a cookie, other secrets as a bearer token or the header.
 * The first one is that of the area: the header in area A, a bearer token in the others.
 */
function securityOf(route: Documented) {
  const token = route.callers?.every(kind => kind === 'session') ? [] : [{ token: [] }]
  const bearer = [{ bearer: [] }]
  const session = takesSessions(route) ? [{ session: [] }] : []
  return isInAreaA(route.path) ? [...token, ...bearer, ...session] : [...bearer, ...token, ...session]
}

const isInAreaA = (path: string): boolean => /^\/v1\/(?!installs\/[^/]+\/sts\/|embeds\/)/.test(path)

/** One response for each status, which several codes may share. */
function refusals(all: readonly ProblemCode[], schemas: Components): Operation['responses'] {
  const codes = all.flatMap(code =>
    [problems[code][0], otherStatuses[code]].flatMap(status => (status ? [{ status, code }] : [])),
  )
  const byStatus = Map.groupBy(codes, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, shared]) => [
      status,
      {
        description: shared
          .map(({ code }) => `[\`${code}\`](/docs/errors#${code}): ${problems[code][1]}.`)
          .join(' '),
        content: contentOf(jsonSchemaOf(ProblemBody, schemas), ['application/problem+json']),
      },
    ]),
  )
}
