import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { operationIdOf } from '../../src/shared/http/route.ts'
import { examplesFolder, readExamples, toFiles } from '../../tools/docs/examples/files.ts'
import { recordExamples } from '../../tools/docs/examples/record.ts'
import { buildDocument } from '../../tools/openapi/build.ts'
import type { Operation } from '../../tools/openapi/examples.ts'
import { everyRoute, nameOf } from '../support/routes.ts'

const examples = readExamples()

let operations: Record<string, Operation>
let ajv: Ajv2020
beforeAll(async () => {
  const document = await buildDocument('https://api.invigil.example')
  const described = Object.values(document.paths).flatMap(path => Object.values(path)) as (Operation & {
    operationId: string
  })[]
  operations = Object.fromEntries(described.map(operation => [operation.operationId, operation]))
  ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', components: document.components })
})

const weekMs = 7 * 24 * 60 * 60 * 1000

test('the scenario of another week records the same examples again, byte for byte', {
  timeout: 180_000,
}, async () => {
  const files = toFiles(await recordExamples({ time: Date.now() + weekMs }))
  expect(readdirSync(examplesFolder).toSorted()).toEqual(Object.keys(files).toSorted())
  for (const [name, text] of Object.entries(files))
    expect(text, `${name}: record it again with npm run examples`).toBe(
      readFileSync(join(examplesFolder, name), 'utf8'),
    )
})

describe.each(everyRoute.map(route => [nameOf(route), operationIdOf(route)]))('%s', (_, operationId) => {
  const named = Object.entries(examples[operationId] ?? {})

  test('has an example with success and one with an error', () => {
    const statuses = named.map(([, { response }]) => response.status)
    expect(statuses.filter(status => status < 300).length).toBeGreaterThan(0)
    expect(statuses.filter(status => status >= 400).length).toBeGreaterThan(0)
  })

  test.each(named)('%s matches the document and is in it', (name, { request, response }) => {
    const { requestBody, responses } = operations[operationId] ?? { responses: {} }
    const answer = responses[response.status]
    expect(answer).toBeDefined()
    if (response.mediaType) {
      const content = answer?.content?.[response.mediaType]
      expect(faults(content?.schema, response.body)).toEqual([])
      expect(content?.examples).toHaveProperty(name)
    } else expect(answer?.content).toBeUndefined()
    if (response.status >= 400)
      expect(answer?.description).toContain(`\`${(response.body as { code: string }).code}\``)
    const sent = requestBody?.content['application/json']
    if (response.status < 300 && sent && request.body !== undefined)
      expect(faults(sent.schema, request.body)).toEqual([])
  })
})

/** The errors of a value against a schema of the document. */
function faults(schema: object = { not: {} }, value: unknown) {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')))
  return validate(value) ? [] : validate.errors
}
