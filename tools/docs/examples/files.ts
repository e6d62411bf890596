// The examples of each operation as a file, `docs/examples/<operationId>.json`.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFile } from '../../project.ts'
import type { Example, Examples } from './recorder.ts'

/** The origin in the examples, which the OpenAPI document replaces by its own. */
export const shownOrigin = 'https://api.invigil.example'

export const examplesFolder = projectFile('docs/examples')

/** The text of each file by its name. Successful responses are first. */
export const toFiles = (examples: Examples): Record<string, string> =>
  Object.fromEntries(
    Object.entries(examples).map(([operationId, operationExamples]) => [
      `${operationId}.json`,
      `${JSON.stringify(Object.fromEntries(inOrder(operationExamples)), null, 1)}\n`,
    ]),
  )

const inOrder = (operationExamples: Record<string, Example>) =>
  Object.entries(operationExamples).toSorted(
    ([, one], [, other]) => one.response.status - other.response.status,
  )

/** Reads the examples from the files. */
export const readExamples = (): Examples =>
  Object.fromEntries(
    readdirSync(examplesFolder).map(name => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(examplesFolder, name), 'utf8')),
    ]),
  )
