import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import * as z from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { isOpen, operationIdOf } from '../../src/shared/http/route.ts'
import { readExamples } from '../../tools/docs/examples/files.ts'
import { documentFor } from '../../tools/openapi/tables.ts'
import { everyRoute } from '../support/routes.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  description?: string
  example?: unknown
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Sample = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
type Content = Record<string, Sample>
type Operation = {
  operationId: string
  tags: string[]
  security?: object[]
  parameters?: { name: string; description?: string; example?: unknown; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Document = {
  info: { version: string }
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

// As a client receives it: JSON.
const document: Document = JSON.parse(
  JSON.stringify(documentFor(readExamples(), 'https://api.invigil.example')),
)
const { schemas } = document.components

/** A value of the document with the JSON pointer to its schema. */
type Located<T> = { at: string; value: T }

const under = (at: string, ...names: string[]) =>
  [at, ...names.map(name => name.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')

/** The properties of a schema and its nested schemas. References to components are not followed: components are visited once. */
function propertiesOf(schema: Schema, at: string): Located<Schema>[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema
  return [
    ...Object.entries(properties).flatMap(([name, value]) => {
      const here = under(at, 'properties', name)
      return [{ at: here, value }, ...propertiesOf(value, here)]
    }),
    ...(items ? propertiesOf(items, `${at}/items`) : []),
    ...(typeof additionalProperties === 'object'
      ? propertiesOf(additionalProperties, `${at}/additionalProperties`)
      : []),
    ...anyOf.flatMap((each, index) => propertiesOf(each, `${at}/anyOf/${index}`)),
    ...oneOf.flatMap((each, index) => propertiesOf(each, `${at}/oneOf/${index}`)),
  ]
}

const operations: Located<Operation>[] = (['paths', 'webhooks'] as const).flatMap(part =>
  Object.entries(document[part]).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, value]) => ({ at: under('#', part, path, method), value })),
  ),
)

const parameters = operations.flatMap(({ at, value }) =>
  (value.parameters ?? []).map((parameter, index) => ({ at: `${at}/parameters/${index}`, value: parameter })),
)

const contents = operations.flatMap(({ at, value: { requestBody, responses } }) => {
  const of = (content: Content = {}, place: string) =>
    Object.entries(content).map(([mediaType, value]) => ({ at: under(place, 'content', mediaType), value }))
  return [
    ...of(requestBody?.content, `${at}/requestBody`),
    ...Object.entries(responses).flatMap(([status, { content }]) => of(content, `${at}/responses/${status}`)),
  ]
})

const properties = [
  ...Object.entries(schemas).flatMap(([name, schema]) =>
    propertiesOf(schema, under('#', 'components', 'schemas', name)),
  ),
  ...contents.flatMap(({ at, value }) => propertiesOf(value.schema, `${at}/schema`)),
]

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})

const typesOf = ({ type = [] }: Schema) => [type].flat().filter(each => each !== 'null')

/** Whether the value is documented: an example, an enumeration, or the members of an object. */
function hasValue(given: Schema): boolean {
  const schema = resolved(given)
  const types = typesOf(schema)
  if (['example', 'enum', 'const', 'default', 'properties'].some(keyword => keyword in schema)) return true
  if (schema.type !== undefined && types.every(type => type === 'boolean')) return true
  if (types.includes('array')) return schema.items !== undefined && hasValue(schema.items)
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return alternatives.length > 0 && alternatives.every(each => each.type === 'null' || hasValue(each))
}

const places = (located: Located<unknown>[]) => located.map(({ at }) => at)

test('the search reaches the members of lists, maps, alternatives and objects', () => {
  const a = { properties: { a: {} } }
  const schema = {
    properties: { list: { items: a }, map: { additionalProperties: a } },
    anyOf: [a],
    oneOf: [a],
  }
  expect(places(propertiesOf(schema, '#'))).toEqual([
    '#/properties/list',
    '#/properties/list/items/properties/a',
    '#/properties/map',
    '#/properties/map/additionalProperties/properties/a',
    '#/anyOf/0/properties/a',
    '#/oneOf/0/properties/a',
  ])
  expect(properties.length).toBeGreaterThan(1500)
  expect(parameters.length).toBeGreaterThan(450)
})

test('every parameter has a description', () => {
  expect(places(parameters.filter(({ value }) => !value.description))).toEqual([])
})

test('every property has a description', () => {
  const described = ({ value }: Located<Schema>) => value.description || resolved(value).description
  expect(places(properties.filter(each => !described(each)))).toEqual([])
})

test('every parameter has an example or an enumeration', () => {
  expect(places(parameters.filter(({ value }) => !('example' in value || hasValue(value.schema))))).toEqual(
    [],
  )
})

test('every property has an example or an enumeration', () => {
  expect(places(properties.filter(({ value }) => !hasValue(value)))).toEqual([])
})

test('a description does not only repeat the name', () => {
  const words = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const restates = ({ at, value: { description = '', pattern } }: Located<Schema>) => {
    const name = (at.split('/').at(-1) ?? '').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    const known = new Set([...words(name), 'a', 'an', 'the', 'of', 'this', 'is'])
    return description !== '' && pattern === undefined && words(description).every(word => known.has(word))
  }
  expect(places(properties.filter(restates))).toEqual([])
})

/** Units by the format or the name of a member. */
const units: [applies: (name: string, schema: Schema) => boolean, text: RegExp][] = [
  [(_, { format }) => format === 'date-time', /ISO 8601, UTC/],
  [
    (name, { type }) => /[a-z]At$/.test(name) && [type].flat().includes('integer'),
    /milliseconds since 1970/i,
  ],
  [name => /Ms$|^durationMs$/.test(name), /milliseconds/],
  [name => /Seconds$|^expiresIn$/.test(name), /seconds/i],
  [name => name === 'duration', /minutes/],
  [name => ['iat', 'exp'].includes(name), /seconds since 1970/],
]

test('a time or a duration names its unit', () => {
  const members = [
    ...properties.map(({ at, value }) => ({ at, name: at.split('/').at(-1) ?? '', schema: value, ...value })),
    ...parameters.map(({ at, value }) => ({ at, ...value })),
  ]
  const applicable = members.flatMap(({ at, name, schema, description = '' }) =>
    units.filter(([applies]) => applies(name, schema)).map(([, text]) => ({ at, text, description })),
  )
  expect(applicable.length).toBeGreaterThan(150)
  expect(
    places(
      applicable.flatMap(({ at, text, description }) => (text.test(description) ? [] : { at, value: '' })),
    ),
  ).toEqual([])
})

const formats: Record<string, (text: string) => boolean> = {
  'date-time': text => z.iso.datetime().safeParse(text).success,
  date: text => z.iso.date().safeParse(text).success,
  email: text => z.email().safeParse(text).success,
  uri: text => URL.canParse(text),
  password: () => true,
  binary: () => true,
}

test('examples match their schemas', () => {
  const ajv = new Ajv2020({ strict: false, formats, inlineRefs: false, code: { optimize: false } })
  ajv.addSchema(document as AnySchema, 'document')
  const validators = new Map<string, ValidateFunction>() // but for texts, most schemas are the same as others
  const withoutTexts = (name: string, value: unknown) =>
    ['description', 'example'].includes(name) && typeof value === 'string' ? undefined : value
  const faultsOf = (at: string, schema: Schema, value: unknown) => {
    const text = JSON.stringify(schema, withoutTexts).replaceAll('"$ref":"#/', '"$ref":"document#/')
    const validate = validators.get(text) ?? ajv.compile(JSON.parse(text))
    validators.set(text, validate)
    return validate(value) ? [] : [[at, value, ajv.errorsText(validate.errors)]]
  }
  const ofSchema = ({ at, value }: Located<Schema>) =>
    'example' in value ? faultsOf(at, value, value.example) : []
  const ofParameter = ({ at, value }: (typeof parameters)[number]) => [
    ...('example' in value ? faultsOf(at, value.schema, value.example) : []),
    ...ofSchema({ at, value: value.schema }),
  ]
  const ofContent = ({ at, value: { schema, example, examples = {} } }: Located<Sample>) =>
    [...(example === undefined ? [] : [{ value: example }]), ...Object.values(examples)].flatMap(
      ({ value }) => faultsOf(at, schema, value),
    )
  expect(faultsOf('', schemas['Problem']?.properties?.['status'] ?? {}, 'x')).toHaveLength(1)
  const faults = [properties.flatMap(ofSchema), parameters.flatMap(ofParameter), contents.flatMap(ofContent)]
  expect(faults.flat()).toEqual([])
})

test('an open operation has `security: []`, every other operation names its schemes', () => {
  const open = new Set(everyRoute.filter(isOpen).map(operationIdOf))
  expect(open.size).toBeGreaterThan(0)
  const isRight = ({ value: { operationId, security } }: Located<Operation>) =>
    open.has(operationId) || operationId in document.webhooks
      ? security?.length === 0
      : (security?.length ?? 0) > 0
  expect(places(operations.filter(each => !isRight(each)))).toEqual([])
})

test('every tag has a description and is used', () => {
  expect(document.tags.filter(({ description }) => !description)).toEqual([])
  const used = new Set(operations.flatMap(({ value }) => value.tags))
  expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
})

test('the version is that of package.json', () => {
  expect(document.info.version).toBe(manifest.version)
})
