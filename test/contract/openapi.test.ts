import { validate } from '@readme/openapi-parser'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { operationIdOf } from '../../src/shared/http/route.ts'
import { NullableInstant } from '../../src/shared/values/instant.ts'
import { NullableSid } from '../../src/shared/values/sid.ts'
import { jsonSchemaOf } from '../../tools/openapi/schema.ts'
import { everyRoute } from '../support/routes.ts'
import { sharedStack } from '../support/stack.ts'

/** The first words of operation ids. A new verb is added deliberately: there may be one for the same thing already. */
const verbs = [
  ...[
    'activate',
    'apply',
    'approve',
    'cancel',
    'change',
    'complete',
    'confirm',
    'create',
    'deactivate',
    'delete',
  ],
  ...['deny', 'disable', 'enable', 'end', 'enroll', 'erase', 'find', 'import', 'introspect', 'invite'],
  ...[
    'issue',
    'list',
    'lock',
    'merge',
    'provision',
    'publish',
    'read',
    'record',
    'recover',
    'redeem',
    'refresh',
  ],
  ...[
    'reinvite',
    'request',
    'reschedule',
    'reset',
    'restore',
    'retry',
    'review',
    'revoke',
    'rotate',
    'schedule',
    'simulate',
  ],
  ...['start', 'test', 'unlock', 'update', 'verify', 'void'],
]

type Published = { openapi: string; paths: Record<string, Record<string, { operationId: string }>> }

async function published(): Promise<string> {
  const { baseUrl } = await sharedStack()
  return (await fetch(new URL('/openapi.json', baseUrl))).text()
}

const document = async (): Promise<Published> => JSON.parse(await published())

test('the document is valid OpenAPI 3.1', async () => {
  expect((await document()).openapi).toBe('3.1.0')
  expect(await validate(JSON.parse(await published()))).toMatchObject({ valid: true })
})

test('the document contains exactly the routes of all areas', async () => {
  const { paths } = await document()
  const published = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method} ${path}`),
  )
  expect(published.toSorted()).toEqual(everyRoute.map(({ method, path }) => `${method} ${path}`).toSorted())
})

test('operation ids are unique', async () => {
  const { paths } = await document()
  const ids = Object.values(paths).flatMap(methods =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(everyRoute.map(route => operationIdOf(route)))(
  'the operation id %s is a verb and a noun in camelCase, with at most 4 words',
  id => {
    const [verb = '', ...noun] = id.split(/(?=[A-Z])/)
    expect(verbs).toContain(verb)
    expect(noun.length).toBeGreaterThanOrEqual(1)
    expect(noun.length).toBeLessThanOrEqual(3)
    for (const word of noun) expect(word).toMatch(/^[A-Z][a-z]+$/)
  },
)

test('the document names the origin that serves it', async () => {
  const { baseUrl } = await sharedStack()
  expect(JSON.parse(await published()).servers).toEqual([{ url: baseUrl }])
})

test('two different schemas with the same name are refused', () => {
  const components = {}
  jsonSchemaOf(z.object({ a: z.string() }).meta({ id: 'Same' }), components)
  jsonSchemaOf(z.object({ a: z.string() }).meta({ id: 'Same' }), components)
  const other = z.object({ a: z.int() }).meta({ id: 'Same' })
  expect(() => jsonSchemaOf(other, components)).toThrow('Same')
})

test('a nullable schema is nullable in the document, and keeps its other keywords', () => {
  const { properties } = jsonSchemaOf(
    z.object({
      sid: NullableSid('US'),
      at: NullableInstant,
      kind: z.enum(['a', 'b']).nullable(),
      count: z.int().nullable(),
      part: z.object({}).meta({ id: 'Part' }).nullable(),
    }),
    {},
  )
  expect(properties).toMatchObject({
    sid: { type: ['string', 'null'], pattern: '^US[a-f0-9]{32}$' },
    at: { type: ['string', 'null'], format: 'date-time' },
    kind: { type: ['string', 'null'], enum: ['a', 'b', null] },
    part: { anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] },
  })
  expect(properties).toHaveProperty('count', { type: ['integer', 'null'] })
})

test('a body member that accepts null is nullable in the document', async () => {
  const { components } = JSON.parse(await published())
  for (const name of ['UserCreate', 'UserProfileUpdate'])
    for (const [member, schema] of Object.entries<Record<string, unknown>>(
      components.schemas[name].properties,
    )) {
      const required: string[] = components.schemas[name].required ?? []
      if (!required.includes(member))
        expect([member, JSON.stringify(schema)]).toEqual([member, expect.stringContaining('"null"')])
    }
})

test.each(['/.well-known/jwks.json', '/openapi.json'])(
  '%s: a preflight is granted, and a 304 keeps its id and CORS headers',
  async path => {
    const { baseUrl } = await sharedStack()
    const headers = { origin: 'https://lms.example', 'access-control-request-method': 'GET' }
    const preflight = await fetch(new URL(path, baseUrl), { method: 'OPTIONS', headers })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    const etag = (await fetch(new URL(path, baseUrl))).headers.get('etag') ?? ''
    const again = await fetch(new URL(path, baseUrl), { headers: { ...headers, 'if-none-match': etag } })
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*'])
    expect(again.headers.get('x-request-id')).toMatch(/./)
  },
)
