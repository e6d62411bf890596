import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { once } from '../../src/shared/once.ts'
import { documentFor } from '../../tools/openapi/tables.ts'
import type { Answer } from './answer.ts'

// Checks every response of any test against the published document: its status, code and body.

type Operation = {
  responses: Record<string, { content?: Record<string, { schema: object }>; description: string }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components: object }

type Contract = { ajv: Ajv2020; document: Document; validatorOf(schema: object): ValidateFunction }

const contract = once(makeContract)

/** @throws Error when the document does not describe the response for the operation */
export function conforms(method: string, path: string, answer: Answer): void {
  const { ajv, document, validatorOf } = contract()
  const operation = operationOf(document, method, path)
  if (!operation) return
  const response = operation.responses[answer.status]
  const named = `${method} ${path} answered ${answer.status}`
  if (!response) throw new Error(`${named}, which is not documented: ${answer.raw}`)
  if (!response.content) {
    if (answer.raw !== '') throw new Error(`${named} with a body, but none is documented.`)
    return
  }
  const [mediaType = ''] = answer.headers.get('content-type')?.split(';') ?? []
  const content = response.content[mediaType]
  if (!content) throw new Error(`${named} as ${mediaType}, not as ${Object.keys(response.content)}.`)
  if (mediaType === 'text/csv') return
  const validate = validatorOf(content.schema)
  if (!validate(answer.json))
    throw new Error(`${named} with ${ajv.errorsText(validate.errors)}: ${answer.raw}`)
  if (answer.status >= 400 && !response.description.includes(`\`${answer.text('code')}\``))
    throw new Error(`${named} with the code ${answer.text('code')}, which is not documented there.`)
}

function makeContract(): Contract {
  const document: Document = JSON.parse(JSON.stringify(documentFor({}, 'http://any')))
  // The components are added once: Ajv would read all of them again with each schema. Most schemas are compiled for a few
  // responses only, which optimized code would not make up for.
  const ajv = new Ajv2020({
    ...{ strict: false, validateFormats: false },
    ...{ inlineRefs: false, code: { optimize: false } },
  })
  ajv.addSchema({ components: document.components }, documentId)
  const bySchema = new Map<object, ValidateFunction>()
  const byText = new Map<string, ValidateFunction>() // the same problems of most operations
  function validatorOf(schema: object): ValidateFunction {
    const known = bySchema.get(schema)
    if (known) return known
    const text = textPointingTo(documentId, schema)
    const validate = byText.get(text) ?? ajv.compile(JSON.parse(text))
    byText.set(text, validate)
    bySchema.set(schema, validate)
    return validate
  }
  return { ajv, document, validatorOf }
}

const documentId = 'openapi'

/** The schema with its references to the document of this id, as JSON. */
const textPointingTo = (id: string, schema: object): string =>
  JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${id}#/`)

function operationOf(document: Document, method: string, path: string): Operation | undefined {
  const { pathname } = new URL(path, 'http://any')
  const known = Object.keys(document.paths).find(template => patternOf(template).test(pathname))
  return known === undefined ? undefined : document.paths[known]?.[method.toLowerCase()]
}

const patterns = new Map<string, RegExp>()

function patternOf(template: string): RegExp {
  const known = patterns.get(template)
  if (known) return known
  const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  patterns.set(template, pattern)
  return pattern
}
