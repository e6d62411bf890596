// `npm run build`: bundles each Worker as it would be deployed, offline, and prints its size.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { buildAssets } from './assets.ts'
import { projectFile, quietWrangler, type WorkerName, workerNames } from './project.ts'

const run = promisify(execFile)

async function build(name: WorkerName): Promise<void> {
  const { stdout } = await run(
    'wrangler',
    ['deploy', '--dry-run', '--env', name, '--outdir', projectFile(`dist/${name}`)],
    { cwd: projectFile('') },
  )
  const size = /gzip: ([\d.]+ \w+)/.exec(stdout)?.[1] ?? 'unknown size'
  console.log(`${name.padEnd(12)} ${size} gzipped`)
}

Object.assign(process.env, quietWrangler)
const { vars } = unstable_readConfig({ config: projectFile('wrangler.toml'), env: 'edge' })
await buildAssets(projectFile('dist/assets'), String(vars['BASE_URL']))
await Promise.all(workerNames.map(build))
