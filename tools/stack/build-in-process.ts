import { fork } from 'node:child_process'
import type { LocalBuild } from '../build/local.ts'
import { projectFile } from '../project.ts'

/**
 * Builds in a process of its own, which then ends: esbuild, wrangler and the compiled sources would keep 600 MB until
 * the system stops.
 */
export function buildInProcess(assets: string, baseUrl: string): Promise<LocalBuild> {
  const { promise, resolve, reject } = Promise.withResolvers<LocalBuild>()
  const child = fork(projectFile('tools/build/local-process.ts'), [assets, baseUrl], {
    serialization: 'advanced',
    execArgv: process.execArgv,
  })
  child.once('message', built => resolve(built as LocalBuild))
  child.once('error', reject)
  child.once('exit', code => reject(new Error(`The build failed with code ${code}.`)))
  return promise
}
