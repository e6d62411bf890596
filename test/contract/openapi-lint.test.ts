// The document of the build passes Spectral's `oas` rules and Redocly's `recommended` rules, but for the exceptions of
// `.spectral.yaml` and `redocly.yaml`.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lint, loadConfig } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { buildDocument } from '../../tools/openapi/build.ts'
import { projectFile } from '../../tools/project.ts'
import { temporaryDirectory } from '../support/directory.ts'

const file = join(temporaryDirectory(), 'openapi.json')
beforeAll(async () => {
  writeFileSync(file, JSON.stringify(await buildDocument('https://api.invigil.example')))
})

const configuration = (name: string) => readFileSync(projectFile(name), 'utf8')

const schemaExamples = 'oas3-valid-schema-example'

/**
 * The rule of Spectral that validates the examples of schemas, once for equal schemas. The resolved document repeats a
 * schema at each place that refers to it, and the rule compiles each of them: most of the time of the linter.
 */
function validatingOnce(): object {
  const rule = Object(oas.rules[schemaExamples])
  const valid = new Set<string>()
  const validate = (schema: unknown, options: unknown, context: unknown): unknown[] => {
    const text = JSON.stringify(schema)
    if (valid.has(text)) return []
    const problems: unknown[] = rule.then.function(schema, options, context) ?? []
    if (problems.length === 0) valid.add(text)
    return problems
  }
  return Object.fromEntries([...Object.entries(rule), ['then', { ...rule.then, function: validate }]])
}

/** The problems that Spectral reports in a document. */
async function spectralProblems(document: unknown): Promise<string[]> {
  const { extends: base, ...own } = parse(configuration('.spectral.yaml'))
  expect(base).toEqual(['spectral:oas'])
  const linter = new spectral.Spectral()
  const { rules, ...others } = own
  linter.setRuleset({ extends: [oas], ...others, rules: { [schemaExamples]: validatingOnce(), ...rules } })
  const results = await linter.run(JSON.stringify(document))
  return results.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)
}

/** The problems that Redocly reports in the file of a document. */
async function redoclyProblems(ref: string): Promise<string[]> {
  const config = await loadConfig({ configPath: projectFile('redocly.yaml') })
  const results = await lint({ ref, config })
  return results.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`)
}

test("the document passes Spectral's rules", { timeout: 120_000 }, async () => {
  expect(await spectralProblems(JSON.parse(readFileSync(file, 'utf8')))).toEqual([])
})

test("the document passes Redocly's rules", { timeout: 120_000 }, async () => {
  expect(await redoclyProblems(file)).toEqual([])
})

test('both report an operation without an id', async () => {
  const document = JSON.parse(readFileSync(file, 'utf8'))
  document.paths = { '/healthz': { get: { ...document.paths['/healthz'].get, operationId: undefined } } }
  const wrong = join(temporaryDirectory(), 'openapi.json')
  writeFileSync(wrong, JSON.stringify(document))
  expect(await spectralProblems(document)).toContainEqual(expect.stringMatching(/^operation-operationId /))
  expect(await redoclyProblems(wrong)).toContainEqual(expect.stringMatching(/^operation-operationId /))
})

test('Spectral reports a wrong example at each place', async () => {
  const document = JSON.parse(readFileSync(file, 'utf8'))
  const { get } = document.paths['/healthz']
  const schema = { type: 'object', properties: { at: { type: 'string', example: 7 } } }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Wrong' } } }
  const responses = { 200: { description: 'OK', content }, 503: { description: 'Not OK', content } }
  document.paths = { '/healthz': { get: { ...get, responses } } }
  document.components.schemas = { Wrong: schema }
  const reported = (await spectralProblems(document)).filter(each => each.startsWith(schemaExamples))
  for (const status of ['200', '503'])
    expect(reported).toContainEqual(expect.stringContaining(`responses.${status}.`))
})

test.each(['.spectral.yaml', 'redocly.yaml'])('%s gives a reason for each exception', name => {
  const lines = configuration(name).split('\n')
  const exceptions = lines.flatMap((line, at) => (/^ {2}[\w-]+: (off|"off")$/.test(line) ? [at] : []))
  const rules = Object.keys(parse(configuration(name)).rules ?? {})
  expect(exceptions).toHaveLength(rules.length)
  for (const at of exceptions) expect(lines[at - 1]).toMatch(/^ {2}# .{20,}/)
})
