import { validate } from '@readme/openapi-parser'
import { expect, test } from 'vitest'
import { routes as platform } from '../../src/platform/index.ts'
import { routes as proctoring } from '../../src/proctoring/index.ts'
import { openApi } from '../../src/shared/openapi.ts'
import { routes as sts } from '../../src/sts/index.ts'
import { everyRoute } from '../support/routes.ts'
import { sharedStack } from '../support/stack.ts'

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

test('it is the union of the areas: every route is in it and nothing else', async () => {
  const { paths } = await document()
  const published = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method} ${path}`),
  )
  expect(published.toSorted()).toEqual(everyRoute.map(({ method, path }) => `${method} ${path}`).toSorted())
})

test('no two operations share an id', async () => {
  const { paths } = await document()
  const ids = Object.values(paths).flatMap(methods =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('a schema that two areas name alike is the same in both', () => {
  const documents = [openApi(proctoring), openApi(sts), openApi(platform)].map(
    ({ components }) => components?.schemas ?? {},
  )
  for (const [name, schema] of documents.flatMap(schemas => Object.entries(schemas)))
    for (const schemas of documents) if (name in schemas) expect(schemas[name]).toEqual(schema)
})

test('what a body may set to null is null in the document too', async () => {
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
  '%s: a preflight passes, and a 304 keeps its id and its CORS',
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
