// The Workers and the browser files are built once per run, not once per stack.

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildLocal, type LocalBuild } from '../../tools/build/local.ts'
import type { Build } from '../../tools/stack/stack.ts'
import { onceInRun } from './once.ts'

/** Placeholder for the origin in the built files. */
const placeholder = 'http://origin.invalid'

const built = () =>
  onceInRun('build', async folder => {
    writeFileSync(
      join(folder, 'build.json'),
      JSON.stringify(await buildLocal(join(folder, 'assets'), placeholder)),
    )
  })

/** The assets of a stack: the same as without this module, from the build of the run. */
export const buildOnce: Build = async (outDir, baseUrl) => {
  const folder = await built()
  const assets = join(folder, 'assets')
  await mkdir(outDir, { recursive: true })
  cpSync(assets, outDir, { recursive: true })
  for (const name of ['openapi.json', 'home.json']) {
    const document = readFileSync(join(assets, name), 'utf8')
    writeFileSync(join(outDir, name), document.replaceAll(placeholder, baseUrl))
  }
  return readBuild(folder)
}

const readBuild = (folder: string): LocalBuild => JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'))

/** The bundles of the Workers. */
export const builtOnce = async (): Promise<LocalBuild> => readBuild(await built())
