// Adds recorded examples to the description of their operation. A request and its response have the same name.

import type { Example } from '../docs/examples/recorder.ts'
import type { Json } from './schema.ts'

type Content = Record<string, { schema: Json; examples?: Json }>

/** The members of an OpenAPI operation that contain examples. */
export type Operation = {
  parameters?: { name: string; in: string; schema: Json; example?: unknown }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; headers?: object; content?: Content }>
}

/** Adds the examples to an operation of the path. */
export function addExamples(operation: Operation, path: string, examples: Record<string, Example>): void {
  for (const [name, { summary, request, response }] of Object.entries(examples)) {
    if (request.body !== undefined)
      for (const content of requestContentOf(operation, name))
        content.examples = { ...content.examples, [name]: { summary, value: request.body } }
    const content = operation.responses[response.status]?.content?.[response.mediaType ?? '']
    if (content) content.examples = { ...content.examples, [name]: { summary, value: response.body } }
  }
  const [first] = Object.values(examples)
  if (!first) return
  const values: Record<string, string> = { ...pathValues(path, first.request.path), ...first.request.query }
  for (const parameter of operation.parameters ?? []) {
    const value = values[parameter.name]
    if (value === undefined) continue
    const { example: _, ...schema } = parameter.schema
    Object.assign(parameter, { schema, example: typed(value, schema) })
  }
}

/** The request content to which an example of this name is added: none for bodies that do not fit the schema. */
const requestContentOf = ({ requestBody }: Operation, name: string) =>
  name === 'invalid_request' ? [] : Object.values(requestBody?.content ?? {})

const pathValues = (template: string, path: string): Record<string, string> =>
  new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path)?.groups ?? {}

function typed(value: string, { type }: Json): unknown {
  if (type === 'integer') return Number(value)
  if (type === 'boolean') return value === 'true'
  return type === 'array' ? value.split(',') : value
}
