// `npm run deploy`: builds, migrates the database, deploys the Workers of an environment, the edge last, and checks the
// deployed system.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readArguments } from '../arguments.ts'
import type { Effects } from '../deploy/deploy.ts'
import type { Target } from '../deploy/settings.ts'
import { projectFile, quietWrangler, schemaFolder, workerNames } from '../project.ts'

const { values } = readArguments({
  name: 'npm run deploy',
  description: `Builds, migrates the database of DATABASE_URL, deploys the Workers of an environment, and checks the deployed
system. The settings are in deploy.json, the secrets on Cloudflare (docs/guides/deploy.md).`,
  options: {
    env: {
      type: 'string',
      value: '<name>',
      default: 'production',
      description: 'The environment in the settings.',
    },
    'dry-run': { type: 'boolean', description: 'Does everything except for changes.' },
    settings: {
      type: 'string',
      value: '<file>',
      default: 'deploy.json',
      description: 'The file of the settings.',
    },
  },
})

// Imported after the arguments are read, so that the help appears at once.
const { buildAssets } = await import('../build/assets.ts')
const { bundleWorker, describeSize, fits } = await import('../build/worker-size.ts')
const { checkDeployment, getterOf } = await import('../deploy/check.ts')
const { configurationFile, folderOf, writeConfigurations } = await import('../deploy/configuration.ts')
const { deployAll, dryRun } = await import('../deploy/deploy.ts')
const { regionOfUrl } = await import('../deploy/regions.ts')
const { readTarget, SettingsFault } = await import('../deploy/settings.ts')
const { readEnvironment } = await import('../environment.ts')
const { pendingAt } = await import('../migrator/pending.ts')

const { env: environment, settings, 'dry-run': isDryRun } = values

const run = (command: string, args: readonly string[]) =>
  void execFileSync(command, args, {
    cwd: projectFile(''),
    stdio: 'inherit',
    env: { ...process.env, ...quietWrangler },
  })

/** Whether the Worker is deployed. @throws Error if Cloudflare does not say */
function exists(name: string): boolean {
  try {
    execFileSync('wrangler', ['deployments', 'list', '--name', name], {
      cwd: projectFile(''),
      stdio: 'pipe',
      env: { ...process.env, ...quietWrangler },
    })
    return true
  } catch (error) {
    // The code of Cloudflare's API for a Worker that does not exist.
    if (/10007|does not exist/.test(String(Object(error)['stdout']) + String(Object(error)['stderr'])))
      return false
    throw error
  }
}

async function build({ origin }: Target): Promise<boolean> {
  await buildAssets(`${folderOf(environment)}/assets`, origin)
  let isGood = true
  for (const name of workerNames) {
    const selection = ['--config', configurationFile(environment, name)]
    const size = await bundleWorker(selection, `${folderOf(environment)}/${name}`)
    console.log(describeSize(name, size))
    isGood &&= fits(name, size)
  }
  return isGood
}

const { version }: { version: string } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))

const effectsOf = (target: Target, databaseUrl: string | undefined): Effects => ({
  build: () => build(target),
  pending: databaseUrl === undefined ? undefined : () => pendingAt(databaseUrl, schemaFolder),
  migrate: async () => run(process.execPath, ['tools/ops/migrate.ts']),
  exists: async name => exists(name),
  deploy: async args => run('wrangler', ['deploy', ...args]),
  check: () => checkDeployment(getterOf(target.origin), version),
  print: line => console.log(line),
})

/** @throws SettingsFault when the settings are those of the example, or the database is elsewhere */
function requireConsistent({ origin, databaseRegion }: Target, databaseUrl: string | undefined): void {
  const region = databaseUrl === undefined ? undefined : regionOfUrl(databaseUrl)
  if (region !== undefined && region !== databaseRegion)
    throw new SettingsFault([
      `The database of DATABASE_URL is in ${region}, but databaseRegion of ${environment} is ${databaseRegion}.`,
    ])
  if (isDryRun) return
  if (new URL(origin).hostname.endsWith('.example'))
    throw new SettingsFault([`${settings}: ${environment}.origin: This is the origin of the example.`])
  if (databaseUrl === undefined)
    throw new SettingsFault([
      'Set DATABASE_URL to the direct URL of the database, which is migrated before the Workers are deployed.',
    ])
}

try {
  const target = readTarget(settings, environment)
  const { DATABASE_URL } = readEnvironment('npm run deploy')
  requireConsistent(target, DATABASE_URL)
  writeConfigurations(target)
  const effects = effectsOf(target, DATABASE_URL)
  const isDone = isDryRun ? await dryRun(target, effects) : await deployAll(target, effects)
  if (!isDone) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
