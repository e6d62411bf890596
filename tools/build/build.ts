// `npm run build`: bundles each Worker for deployment, offline, builds the packages, and prints the sizes. Fails if one is too
// large, or if the types of the client are not those of the OpenAPI document.

import { readFileSync } from 'node:fs'

import { readArguments } from '../arguments.ts'
import { projectFile, quietWrangler, workerNames } from '../project.ts'

readArguments({
  name: 'npm run build',
  description:
    'Bundles each Worker into dist, offline, builds the packages, and prints the sizes. Fails if one is too large, or if the types of the client do not match the OpenAPI document.',
})

// Imported after the arguments are read, so that the help appears at once.
const { unstable_readConfig } = await import('wrangler')
const { checkClientTypes } = await import('../openapi/client-types.ts')
const { buildAssets } = await import('./assets.ts')
const { consoleFits, consoleSize, describeConsoleSize } = await import('./console-size.ts')
const { buildPackages, describePackage, packageBudget, packageNames } = await import('./packages.ts')
const { bundleWorker, describeSize, fits } = await import('./worker-size.ts')

Object.assign(process.env, quietWrangler)
const { vars } = unstable_readConfig({ config: projectFile('wrangler.toml'), env: 'edge' })
await buildAssets(projectFile('dist/assets'), String(vars['BASE_URL']))
for (const size of await buildPackages(packageNames)) {
  console.log(describePackage(size))
  if (size.bytes > packageBudget) process.exitCode = 1
}
try {
  checkClientTypes(JSON.parse(readFileSync(projectFile('dist/assets/openapi.json'), 'utf8')))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const ofConsole = await consoleSize()
console.log(describeConsoleSize(ofConsole))
if (!consoleFits(ofConsole)) process.exitCode = 1
await Promise.all(
  workerNames.map(async name => {
    const size = await bundleWorker(['--env', name], projectFile(`dist/${name}`))
    console.log(describeSize(name, size))
    if (!fits(name, size)) process.exitCode = 1
  }),
)
