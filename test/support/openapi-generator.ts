// Runs @hey-api/openapi-ts in a process of its own. It needs the programming interface of TypeScript, which TypeScript 7 does
// not have: a hook gives it that of TypeScript 6.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectFile } from '../../tools/project.ts'

const program = `
import { registerHooks } from 'node:module'
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@typescript/typescript6' : specifier, context),
})
const { createClient } = await import('@hey-api/openapi-ts')
await createClient({ input: process.env.INPUT, output: process.env.OUTPUT, logs: { level: 'silent', file: false } })
`

/** Writes the client of a document into a folder. @throws Error with the output of the generator */
export async function generateClient(folder: string, input: string, output: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: projectFile(''), // where its packages are
    env: { ...process.env, INPUT: join(folder, input), OUTPUT: join(folder, output) },
  })
}
