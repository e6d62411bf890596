// The page of the fields: complete for the responses of area A. test/integration/proctoring/fields proves its rows.
import { expect, test } from 'vitest'
import { webhooks } from '../../src/platform/webhooks/events/webhooks.ts'
import { routes } from '../../src/proctoring/index.ts'
import { operationIdOf } from '../../src/shared/http/route.ts'
import { otherResponses, records, uploadFile } from '../../tools/docs/reference/fields/records.ts'
import { everyRoute } from '../../tools/docs/reference/operations.ts'
import { openApi } from '../../tools/openapi/document.ts'

type Schema = { $ref?: string; type?: unknown; items?: Schema; properties?: Record<string, Schema> }
type Operation = { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }

const { paths, components } = openApi(everyRoute, webhooks, {}, '') as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const nameOf = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1) ?? ''

/** The names of the schemas of a response: a page and a list have those of their items. */
function namesOf(schema: Schema): string[] {
  const name = nameOf(schema)
  const { items, properties = {} } = name ? (components.schemas[name] ?? {}) : schema
  const inner = items ?? properties['results']?.items
  if (inner) return namesOf(inner)
  return name ? [name] : []
}

test('every response of area A is a record with a table, or is listed with a reason', () => {
  const names = routes.flatMap(({ path, method }) =>
    Object.entries(paths[path]?.[method]?.responses ?? {})
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content = {} }]) => Object.values(content).flatMap(({ schema }) => namesOf(schema))),
  )
  const known = [...Object.keys(records), ...Object.keys(otherResponses)].toSorted()
  expect([...new Set(names)].toSorted()).toEqual(known)
})

test('a table has exactly the fields of its record, each with operations that exist', () => {
  const operations = new Set<string>([...routes.map(operationIdOf), uploadFile])
  for (const [name, { schema, fields }] of Object.entries(records)) {
    expect(Object.keys(fields).toSorted(), name).toEqual(Object.keys(schema.shape).toSorted())
    for (const [field, setters] of Object.entries(fields))
      for (const setter of setters) expect(operations, `${name}.${field}`).toContain(setter)
  }
})

test('no field of the OpenAPI document is typed only null', () => {
  const nulls = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, { type }]) => type === 'null')
      .map(([field]) => `${name}.${field}`),
  )
  expect(nulls).toEqual([])
})
