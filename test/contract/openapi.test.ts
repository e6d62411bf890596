import { validate } from '@readme/openapi-parser'
import { expect, test } from 'vitest'
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
