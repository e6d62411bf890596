// docs/reference/conventions.md, "New operations": every operation of the document follows the area of its path.

import { expect, test } from 'vitest'
import { readExamples } from '../../tools/docs/examples/files.ts'
import { documentFor } from '../../tools/openapi/tables.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Operation = {
  parameters?: { name: string; schema: { default?: unknown } }[]
  security?: object[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const document: Document = JSON.parse(
  JSON.stringify(documentFor(readExamples(), 'https://api.invigil.example')),
)

type Area = 'A' | 'B' | 'C'

const areas: [RegExp, Area][] = [
  [/^\/v1\/(installs\/\{installSid\}\/sts|embeds)\//, 'B'],
  [/^\/v1\//, 'A'],
  [/^\/(auth|api)\//, 'C'],
]

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const area = areas.find(([pattern]) => pattern.test(path))?.[1]
    return { name: `${method.toUpperCase()} ${path}`, method, path, area, ...operation }
  }),
)

const of = (...wanted: Area[]) => operations.filter(({ area }) => area !== undefined && wanted.includes(area))

type Named = { name: string }
const names = (list: readonly Named[]) => list.map(({ name }) => name)

/** The members of the success responses: the name, the schema, and the component that declares it. */
function membersOf({ responses }: Operation) {
  const found: { member: string; schema: Schema; component: string }[] = []
  const seen = new Set<string>()
  const visit = (schema: Schema, component: string): void => {
    const { $ref, properties = {}, items, anyOf = [], oneOf = [] } = schema
    if ($ref !== undefined) {
      const id = $ref.split('/').at(-1) ?? ''
      if (!seen.has(id)) visit(document.components.schemas[id] ?? {}, id)
      seen.add(id)
    }
    for (const [member, each] of Object.entries(properties)) {
      found.push({ member, schema: each, component })
      visit(each, component)
    }
    for (const each of [...(items ? [items] : []), ...anyOf, ...oneOf]) visit(each, component)
  }
  for (const [status, { content = {} }] of Object.entries(responses))
    if (status < '300') visit(content['application/json']?.schema ?? {}, '')
  return found
}

const topType = ({ responses }: Operation) => responses['200']?.content?.['application/json']?.schema.type
const typesOf = ({ type = [] }: Schema) => [type].flat()

/** The records of `/api/credentials` and `/api/installs` are those of area A, and credentials have policies. */
const isOfAreaA = (component: string) =>
  /^(AccountCredential|AccountInstall|PolicyStatement$)/.test(component)

test('every operation but the checks of health belongs to an area', () => {
  expect(names(operations.filter(({ area }) => area === undefined))).toEqual(['GET /healthz', 'GET /readyz'])
  for (const area of ['A', 'B', 'C'] as const) expect(of(area).length).toBeGreaterThan(5)
})

test('paths are camelCase in A, single words in B and kebab-case in C', () => {
  const styles = { A: /^[a-z]+([A-Z][a-z]+)*$/, B: /^[a-z]+$/, C: /^[a-z]+(-[a-z]+)*$/ }
  const wrong = (['A', 'B', 'C'] as const).flatMap(area =>
    of(area).filter(({ path }) =>
      path
        .split('/')
        .filter(segment => segment !== '' && segment !== 'v1' && !segment.startsWith('{'))
        .some(segment => !styles[area].test(segment)),
    ),
  )
  expect(names(wrong)).toEqual([])
})

test('the first security scheme is the header `token` in A, and a bearer token in B and C', () => {
  const first = (area: Area) =>
    new Set(of(area).flatMap(({ security = [] }) => Object.keys(security[0] ?? {})))
  expect([first('A'), first('B'), first('C')]).toEqual([
    new Set(['token']),
    new Set(['bearer']),
    new Set(['bearer']),
  ])
})

test('the install is in the paths of A and B, and never in those of C', () => {
  const aboveInstalls = /^\/v1\/(installs$|proctors|timezones|onboarding\/|embeds\/verify)/
  const without = of('A', 'B').filter(({ path }) => !path.includes('{installSid}'))
  expect(names(without.filter(({ path }) => !aboveInstalls.test(path)))).toEqual([])
  expect(names(of('C').filter(({ path }) => path.includes('{installSid}')))).toEqual([])
})

test('records have `sid` in A and B, and `id` in C', () => {
  const having = (list: typeof operations, name: string) =>
    list.flatMap(operation =>
      membersOf(operation)
        .filter(({ member, component }) => member === name && !isOfAreaA(component))
        .map(({ component }) => `${operation.name} ${component}`),
    )
  expect(having(of('A', 'B'), 'id')).toEqual([])
  expect(having(of('C'), 'sid')).toEqual([])
  expect(having(of('A'), 'sid').length).toBeGreaterThan(20)
  expect(having(of('C'), 'id').length).toBeGreaterThan(20)
})

test('times are text in A and B, and milliseconds in C', () => {
  const isText = (schema: Schema) => schema.format === 'date-time'
  const isNumber = (member: string, schema: Schema) =>
    /[a-z]At$/.test(member) && typesOf(schema).some(type => ['integer', 'number'].includes(type))
  const numbers = of('A', 'B').flatMap(operation =>
    membersOf(operation).filter(({ member, schema }) => isNumber(member, schema)),
  )
  const texts = of('C').flatMap(operation =>
    membersOf(operation).filter(({ schema, component }) => isText(schema) && !isOfAreaA(component)),
  )
  expect([numbers, texts]).toEqual([[], []])
})

test('a list is an envelope, but for the three arrays of C; the slots of a session are not a list of records', () => {
  const arrays = operations.filter(operation => topType(operation) === 'array')
  expect(names(arrays)).toEqual([
    'GET /v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/availability',
    'GET /api/webhooks',
    'GET /api/webhooks/logs',
    'GET /api/webhooks/dead-letters',
  ])
  const limits = operations.flatMap(({ name, parameters = [] }) =>
    parameters.filter(parameter => parameter.name === 'limit').map(({ schema }) => [name, schema.default]),
  )
  const byArea = limits.filter(([name]) => !names(arrays).includes(String(name)))
  expect(new Set(byArea.map(([, limit]) => limit))).toEqual(new Set([25]))
  expect(limits.filter(([, limit]) => limit === 100).map(([name]) => name)).toEqual(names(arrays).slice(1))
})

test('DELETE responds with 200 in A, and with 204 in B and C', () => {
  const statuses = (area: Area) =>
    new Set(
      of(area)
        .filter(({ method }) => method === 'delete')
        .flatMap(({ responses }) => Object.keys(responses).filter(status => status < '300')),
    )
  expect([statuses('A'), statuses('B'), statuses('C')]).toEqual([
    new Set(['200']),
    new Set(['204']),
    new Set(['204']),
  ])
})
