// The Workers and the browser files are built once in a run, not once for each stack.

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildAssets } from '../../tools/build/assets.ts'
import { bundle } from '../../tools/build/bundle.ts'
import type { Build } from '../../tools/stack/stack.ts'
import { onceInRun } from './once.ts'

/** Stands for the origin in the built files. */
const placeholder = 'http://origin.invalid'

const built = () =>
  onceInRun('build', async folder => {
    const [bundles] = await Promise.all([bundle(), buildAssets(join(folder, 'assets'), placeholder)])
    writeFileSync(join(folder, 'bundles.json'), JSON.stringify(bundles))
  })

/** What a stack serves: the same as without it, from the build of the run. */
export const buildOnce: Build = {
  async bundles() {
    return JSON.parse(readFileSync(join(await built(), 'bundles.json'), 'utf8'))
  },
  async assets(outDir, baseUrl) {
    const assets = join(await built(), 'assets')
    await mkdir(outDir, { recursive: true })
    cpSync(assets, outDir, { recursive: true })
    const document = readFileSync(join(assets, 'openapi.json'), 'utf8')
    writeFileSync(join(outDir, 'openapi.json'), document.replaceAll(placeholder, baseUrl))
  },
}
