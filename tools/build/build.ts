// `npm run build`: bundles each Worker for deployment, offline, and prints its size. Fails if one is too large.

import { unstable_readConfig } from 'wrangler'
import { readArguments } from '../arguments.ts'
import { projectFile, quietWrangler, workerNames } from '../project.ts'
import { buildAssets } from './assets.ts'
import { consoleFits, consoleSize, describeConsoleSize } from './console-size.ts'
import { bundleWorker, describeSize, fits } from './worker-size.ts'

readArguments({
  name: 'npm run build',
  description: 'Bundles each Worker into dist, offline, and prints its size. Fails if one is too large.',
})
Object.assign(process.env, quietWrangler)
const { vars } = unstable_readConfig({ config: projectFile('wrangler.toml'), env: 'edge' })
await buildAssets(projectFile('dist/assets'), String(vars['BASE_URL']))
const size = await consoleSize()
console.log(describeConsoleSize(size))
if (!consoleFits(size)) process.exitCode = 1
await Promise.all(
  workerNames.map(async name => {
    const size = await bundleWorker(['--env', name], projectFile(`dist/${name}`))
    console.log(describeSize(name, size))
    if (!fits(name, size)) process.exitCode = 1
  }),
)
