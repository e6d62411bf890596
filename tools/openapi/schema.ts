// Converts zod schemas to the JSON Schema of OpenAPI 3.1.

import * as z from 'zod'

export type Json = { [member: string]: unknown }

/** The schemas with an id, by their ids. */
export type Components = Record<string, Json>

/**
 * The JSON Schema of the wire form of a schema. A schema with an id becomes a component, to which the result refers.
 * @throws Error when two schemas of one id differ
 */
export function jsonSchemaOf(schema: z.ZodType, components: Components): Json {
  const { $schema: _, $defs = {}, ...own } = converted(schema)
  for (const [id, component] of Object.entries($defs as Components)) {
    if (components[id] && JSON.stringify(components[id]) !== JSON.stringify(component))
      throw new Error(`Two schemas have the id ${id}.`)
    components[id] = component
  }
  return own
}

const conversions = new WeakMap<z.ZodType, string>()

/** The conversion of a schema, as a new object. Many routes share the schemas of problems and of records. */
function converted(schema: z.ZodType): Json {
  const text =
    conversions.get(schema) ??
    JSON.stringify(
      toOpenApi(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: preferTyped })),
    )
  conversions.set(schema, text)
  return JSON.parse(text)
}

type Overriding = { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }

/** Metadata with a type replaces the schema: for codecs, and for types that zod cannot convert. */
function preferTyped({ zodSchema, jsonSchema }: Overriding): void {
  const { id: _, ...metadata } = z.globalRegistry.get(zodSchema) ?? {}
  if (!('type' in metadata)) return
  for (const member of Object.keys(jsonSchema)) delete jsonSchema[member]
  Object.assign(jsonSchema, metadata)
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toOpenApi = (schema: object): Json => mapRecords(mapRecords(schema, adapted), withUnit)

const mapRecords = (schema: object, change: (record: Json) => Json): Json =>
  JSON.parse(JSON.stringify(schema), (_, value) => (isRecord(value) ? change(value) : value))

/** Adds the unit of a described value to its description. `unit` is metadata of the value's schema. */
function withUnit({ unit, ...schema }: Json): Json {
  if (typeof unit !== 'string') return unit === undefined ? schema : { unit, ...schema }
  const { description } = schema
  return description === undefined ? schema : { ...schema, description: `${description} ${unit}.` }
}

/**
 * Adapts a schema to OpenAPI: components by reference, null as a type, no keywords that the type or the format implies.
 */
function adapted(schema: Json): Json {
  const { $ref, anyOf, minimum, maximum, format } = schema
  const result = { ...schema }
  if (typeof $ref === 'string') result['$ref'] = $ref.replace('#/$defs/', '#/components/schemas/')
  if (minimum === Number.MIN_SAFE_INTEGER) delete result['minimum']
  if (maximum === Number.MAX_SAFE_INTEGER) delete result['maximum']
  if (format === 'email') delete result['pattern']
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isTyped(anyOf[0]) || anyOf[1].type !== 'null')
    return result
  delete result['anyOf']
  return { ...anyOf[0], ...result, ...withNull(anyOf[0]) }
}

/** Whether only the type of the schema excludes null. */
const isTyped = (schema: unknown): schema is Json =>
  isRecord(schema) && typeof schema['type'] === 'string' && !('const' in schema)

const withNull = ({ type, enum: values }: Json): Json => ({
  type: [type, 'null'],
  ...(Array.isArray(values) && { enum: [...values, null] }),
})
