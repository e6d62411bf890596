// Valid bodies, made of the published schemas and of the records of a tenant.

export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  pattern?: string
  format?: string
}

type Components = { schemas?: Record<string, Schema> }

/** Values that a schema does not fully describe. */
const named: Record<string, unknown> = {
  currencyCode: 'EUR',
  password: 'Aa1!aaaaaa',
  defaultTimezone: 'Europe/Berlin',
  allowedEmbedOrigins: ['https://lms.example'],
  // Other limits would refuse the requests of later tests.
  ...{ readsPerMinute: null, writesPerMinute: null },
  actions: ['sp:ListUsers'],
  exernalId: undefined, // the other spelling of externalId in the interface
}

const formats: Record<string, string> = {
  'date-time': '2031-01-06T10:00:00.000Z',
  date: '2031-01-06',
  email: 'ada@school.example',
  uri: 'https://lms.example/x',
}

/**
 * A value that the schema accepts, with all its members.
 * @param sids the sids to use, by prefix
 */
export function exampleOf(schema: Schema, components: Components, sids: Record<string, string>): unknown {
  const again = (inner: Schema): unknown => exampleOf(inner, components, sids)
  const { $ref, anyOf, oneOf, allOf, type, properties, items } = schema
  if ($ref) return again(components.schemas?.[$ref.split('/').at(-1) ?? ''] ?? {})
  const [first] = (anyOf ?? oneOf ?? allOf ?? []).filter(each => each.type !== 'null')
  if (first) return again(first)
  const [only] = schema.const === undefined ? (schema.enum ?? []) : [schema.const]
  if (only !== undefined) return only
  const [kind = 'string'] = [type ?? 'string'].flat()
  const makers: Record<string, () => unknown> = {
    object: () =>
      Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, inner]) => [
          name,
          name in named ? named[name] : again(inner),
        ]),
      ),
    array: () => (items ? [again(items)] : []),
    boolean: () => false,
    integer: () => Math.max(schema.minimum ?? 1, 1),
    number: () => Math.max(schema.minimum ?? 1, 1),
    string: () => textOf(schema, sids),
  }
  return makers[kind]?.()
}

function textOf({ pattern = '', format = '', minLength = 1 }: Schema, sids: Record<string, string>): string {
  const prefix = /^\^\(?([A-Z]{2})\[/.exec(pattern)?.[1]
  if (prefix) return sids[prefix] ?? `${prefix}${'0'.repeat(32)}`
  return formats[format] ?? 'x'.repeat(Math.max(minLength, 3))
}
