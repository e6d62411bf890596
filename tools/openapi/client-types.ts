// Writes the OpenAPI document as TypeScript: packages/client/api.ts, from which src/client takes its types.

import { readFileSync } from 'node:fs'
import { projectFile } from '../project.ts'
import { block, comment, queryTypeOf, type Schema, typeOf } from './type-text.ts'

type Content = Record<string, { schema: Schema }>
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }

type Operation = {
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

type TypedDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** The file of the types, as a path from the root of the project. */
export const clientTypesFile = 'packages/client/api.ts'

/** @throws Error when the types are not those of the document */
export function checkClientTypes(document: object): void {
  if (readFileSync(projectFile(clientTypesFile), 'utf8') !== clientTypes(document))
    throw new Error(`${clientTypesFile} does not match the OpenAPI document. Run: npm run docs`)
}

const methods = ['get', 'post', 'put', 'delete'] as const

/** Returns the text of packages/client/api.ts. */
export function clientTypes(document: object): string {
  // As a client receives it: without members that are undefined.
  const { paths, components }: TypedDocument = JSON.parse(JSON.stringify(document))
  const schemas = block(
    Object.entries(components.schemas).map(([name, schema]) => ({ name, schema, isRequired: true })),
    '',
  )
  const operations = methods.map(method => {
    const ofMethod = Object.entries(paths).flatMap(([path, { [method]: operation }]) =>
      operation ? [`${comment(operation.summary, '    ')}    '${path}': ${operationType(operation)}`] : [],
    )
    return `  ${method}: {\n${ofMethod.join('\n')}\n  }\n`
  })
  const prefixes = [...schemas.matchAll(/`([A-Z]{2})\$\{string\}`/g)].map(([, prefix = '']) => prefix)
  const union = [...new Set(prefixes)].toSorted().map(prefix => `  | '${prefix}'\n`)
  return [
    '// Generated from the OpenAPI document by `npm run docs`. Do not edit.\n',
    `/** The schemas of the document by their names. */\nexport type Schemas = ${schemas}\n`,
    `/** The operations by their methods and paths. */\nexport type Operations = {\n${operations.join('')}}\n`,
    `/** The first two letters of each kind of sid. */\nexport type SidPrefix =\n${union.join('')}`,
  ].join('\n')
}

const indent = '      '

/** The request and the response of an operation. An upload has its media types instead of a body. */
function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const successes = Object.entries(responses).filter(([status]) => status < '300')
  const answers = successes.map(([, { content }]) => content?.['application/json']?.schema)
  const types = answers.map(schema => (schema ? typeOf(schema, indent) : 'void'))
  const isReport = successes.some(([, { content }]) => content?.['text/csv'])
  const members = [
    ...parametersType(parameters, 'path'),
    ...parametersType(parameters, 'query'),
    ...bodyType(requestBody?.content),
    `response: ${[...new Set(types)].join(' | ')}`,
    ...(isReport ? ['csv: true'] : []),
  ]
  return `{\n${members.map(member => `${indent}${member}`).join('\n')}\n    }`
}

function bodyType(content: Content = {}): string[] {
  const mediaTypes = Object.keys(content)
  if (mediaTypes.length === 0) return []
  const json = content['application/json']
  return [
    json
      ? `body: ${typeOf(json.schema, indent)}`
      : `upload: ${mediaTypes.map(each => `'${each}'`).join(' | ')}`,
  ]
}

function parametersType(parameters: readonly Parameter[], location: 'path' | 'query'): string[] {
  const members = parameters
    .filter(parameter => parameter.in === location)
    .map(({ name, required: isRequired = false, description, schema }) => ({
      ...{ name, isRequired },
      schema: { ...schema, ...(description !== undefined && { description }) },
    }))
  if (members.length === 0) return []
  return [
    location === 'query'
      ? `query: ${block(members, indent, queryTypeOf)}`
      : `params: ${block(members, indent)}`,
  ]
}
