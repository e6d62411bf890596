// The TypeScript types of JSON Schemas.

/** A schema of the OpenAPI document. */
export type Schema = {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string | string[]
  format?: string
  pattern?: string
  description?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

export type Member = { name: string; schema: Schema; isRequired: boolean }

/** Writes the type of a schema. Lines after the first begin with the indentation. */
type Writer = (schema: Schema, indent: string) => string

export const typeOf: Writer = (schema, indent) => {
  const { $ref, enum: values, anyOf, oneOf, type = [] } = schema
  if ($ref !== undefined) return `Schemas['${$ref.split('/').at(-1)}']`
  if ('const' in schema) return literal(schema.const)
  if (values) return union(values.map(literal))
  const choices = anyOf ?? oneOf
  if (choices) return union(choices.map(choice => typeOf(choice, indent)))
  return union([type].flat().map(kind => typeOfKind(kind, schema, indent))) || 'unknown'
}

/** A value of a query can be a Date where the text is an instant, and a single value where there may be several. */
export const queryTypeOf: Writer = (schema, indent) => {
  if (schema.type === 'array' && schema.items) {
    const item = queryTypeOf(schema.items, indent)
    return `${item} | (${item})[]`
  }
  return schema.format === 'date-time' ? `Date | ${typeOf(schema, indent)}` : typeOf(schema, indent)
}

/** An object type with a comment for each member. */
export function block(members: readonly Member[], indent: string, write: Writer = typeOf): string {
  if (members.length === 0) return 'Record<never, never>'
  const inner = `${indent}  `
  const lines = members.map(({ name, schema, isRequired }) => {
    const type = write(schema, inner)
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name)
    return `${comment(schema.description, inner)}${inner}${key}${isRequired ? `: ${type}` : `?: ${type} | undefined`}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

export const comment = (text: string | undefined, indent: string): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n` : ''

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const literal = (value: unknown): string =>
  typeof value === 'string' && /^[^'"\\\n]*$/.test(value) ? `'${value}'` : JSON.stringify(value)

function typeOfKind(kind: string, schema: Schema, indent: string): string {
  switch (kind) {
    case 'string':
      return textType(schema)
    case 'integer':
      return 'number'
    case 'array':
      return `(${typeOf(schema.items ?? {}, indent)})[]`
    case 'object':
      return objectType(schema, indent)
    default:
      return kind // number, boolean, null
  }
}

const sid = /^\^\(?([A-Z]{2}(?:\|[A-Z]{2})*)\)?\[a-f0-9\]\{32\}\$$/

function textType({ pattern = '' }: Schema): string {
  const prefixes = sid.exec(pattern)?.[1]
  if (prefixes === undefined) return 'string'
  const prefix = prefixes.includes('|') ? `\${'${prefixes.replaceAll('|', "' | '")}'}` : prefixes
  return `\`${prefix}\${string}\``
}

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'
  if (!properties) return `Record<string, ${others}>`
  const members = Object.entries(properties)
  return block(
    members.map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) })),
    indent,
  )
}
