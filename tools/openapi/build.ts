import { build } from 'esbuild'
import { readExamples, shownOrigin } from '../docs/examples/files.ts'
import type { Examples } from '../docs/examples/recorder.ts'
import { projectFile } from '../project.ts'
import type { documentFor } from './tables.ts'

/**
 * The OpenAPI document of the current source files, of which this process may have loaded earlier versions.
 * @throws esbuild's BuildFailure when a source has an error
 */
export async function buildDocument(baseUrl: string): Promise<ReturnType<typeof documentFor>> {
  const { outputFiles } = await build({
    absWorkingDir: projectFile(''),
    entryPoints: [projectFile('tools/openapi/tables.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    write: false,
  })
  const source = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  const tables: { documentFor: typeof documentFor } = await import(`data:text/javascript;base64,${source}`)
  const examples: Examples = JSON.parse(JSON.stringify(readExamples()).replaceAll(shownOrigin, baseUrl))
  return tables.documentFor(examples, baseUrl)
}
