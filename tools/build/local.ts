// The build that `npm start` serves.

import { projectFile, quietWrangler, type WorkerName, workerNames } from '../project.ts'
import { buildAssets } from './assets.ts'
import { type Bundles, bundle } from './bundle.ts'

/** The options of Miniflare that follow from wrangler.toml, for each Worker. */
export type Configuration = Record<WorkerName, Record<string, unknown>>

export type LocalBuild = { bundles: Bundles; configuration: Configuration }

/** Bundles the Workers in memory, and writes the files for browsers to a directory. @param baseUrl the origin */
export async function buildLocal(assets: string, baseUrl: string): Promise<LocalBuild> {
  const [bundles, configuration] = await Promise.all([
    bundle(),
    readConfiguration(),
    buildAssets(assets, baseUrl),
  ])
  return { bundles, configuration }
}

/** Reads wrangler.toml. */
export async function readConfiguration(): Promise<Configuration> {
  // Otherwise wrangler adds the variables of a file `.env`, which is that of compose.yaml.
  Object.assign(process.env, quietWrangler, { CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: 'false' })
  const { unstable_getMiniflareWorkerOptions: read } = await import('wrangler')
  const optionsOf = (name: WorkerName) => ({ ...read(projectFile('wrangler.toml'), name).workerOptions })
  return Object.fromEntries(workerNames.map(name => [name, optionsOf(name)])) as Configuration
}
