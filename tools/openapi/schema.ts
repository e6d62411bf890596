// What a schema of zod's says as JSON Schema, the way OpenAPI 3.1 holds it.

import * as z from 'zod'

export type Json = { [member: string]: unknown }

/** The schemas that have an id, by it. */
export type Components = Record<string, Json>

/**
 * The wire form of a schema: what is sent to us, and what we send, since answers leave encoded. What has an id goes to the
 * components and is referred to.
 * @throws Error when two schemas of one id differ
 */
export function jsonSchemaOf(schema: z.ZodType, components: Components): Json {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = toOpenApi(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: preferTyped }))
  for (const [id, component] of Object.entries($defs as Components)) {
    if (components[id] && JSON.stringify(components[id]) !== JSON.stringify(component))
      throw new Error(`Two schemas have the id ${id}.`)
    components[id] = component
  }
  return own
}

type Overriding = { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }

/** Metadata that has a type says all there is to say: of texts that become something else, and of what zod cannot show. */
function preferTyped({ zodSchema, jsonSchema }: Overriding): void {
  const { id: _, ...stated } = z.globalRegistry.get(zodSchema) ?? {}
  if (!('type' in stated)) return
  for (const member of Object.keys(jsonSchema)) delete jsonSchema[member]
  Object.assign(jsonSchema, stated)
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toOpenApi = (schema: object): Json =>
  JSON.parse(JSON.stringify(schema), (_, value) => (isRecord(value) ? plain(value) : value))

/** As OpenAPI says it: components by their place, null as a type, and nothing that follows from the type or the format. */
function plain(schema: Json): Json {
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

/** Whether one type is all that keeps null out. */
const isTyped = (schema: unknown): schema is Json =>
  isRecord(schema) && typeof schema['type'] === 'string' && !('const' in schema)

const withNull = ({ type, enum: values }: Json): Json => ({
  type: [type, 'null'],
  ...(Array.isArray(values) && { enum: [...values, null] }),
})
