// The steps of a deployment: build, migrate, deploy the areas and then the edge, check.

import type { Pending } from '../migrator/pending.ts'
import { type WorkerName, workerNames } from '../project.ts'
import { configurationFile, creationFile, deployedName } from './configuration.ts'
import { regions } from './regions.ts'
import type { Target } from './settings.ts'

/** What the steps do to the outside. */
export type Effects = {
  /** Builds the files for browsers, and each Worker with `wrangler deploy --dry-run`. Returns whether each fits its budget. */
  build(): Promise<boolean>
  /** Undefined without DATABASE_URL. */
  pending: (() => Promise<Pending>) | undefined
  migrate(): Promise<void>
  /** Whether a Worker of this name is deployed. */
  exists(name: string): Promise<boolean>
  /** Runs `wrangler deploy` with more arguments. */
  deploy(args: readonly string[]): Promise<void>
  /** Returns a line for each check of the deployed system that failed. */
  check(): Promise<string[]>
  print(line: string): void
}

/** The order of deployment: the edge comes last, when the areas that it calls are there. */
const order: readonly WorkerName[] = workerNames.toReversed()

/** Does everything except for changes. @returns whether a deployment could start */
export async function dryRun(target: Target, effects: Effects): Promise<boolean> {
  const { build, pending, print } = effects
  if (!(await build())) return false
  if (pending) printPending(await pending(), print)
  else print('DATABASE_URL is not set, so the migrations that would run are not known.')
  print(`Would deploy ${order.map(worker => deployedName(target.environment, worker)).join(', ')}.`)
  printPlaces(target, print)
  print('Nothing was changed.')
  return true
}

/** Deploys. @returns whether the deployed system passes the checks */
export async function deployAll(target: Target, effects: Effects): Promise<boolean> {
  const { build, migrate, exists, deploy, check, print } = effects
  if (!(await build())) return false
  await migrate()
  // The areas bind `realtime`, and it binds an area. Cloudflare refuses a binding to a Worker that does not exist.
  const { environment } = target
  if (!(await exists(deployedName(environment, 'realtime'))))
    await deploy(['--config', creationFile(environment)])
  const started: WorkerName[] = []
  try {
    for (const worker of order) {
      started.push(worker)
      await deploy(argumentsOf(target, worker))
    }
  } catch (error) {
    print(`The deployment of ${deployedName(target.environment, started.at(-1) ?? '')} failed.`)
    printRollBack(target, started.slice(0, -1), print)
    throw error
  }
  printPlaces(target, print)
  const failed = await check()
  if (failed.length === 0) {
    print(`${target.origin} is healthy and ready, with this version.`)
    return true
  }
  for (const failure of failed) print(failure)
  printRollBack(target, started, print)
  return false
}

const argumentsOf = ({ environment }: Target, worker: WorkerName): string[] => [
  ...['--config', configurationFile(environment, worker)],
]

function printPending({ migrations, sqlSet }: Pending, print: Effects['print']): void {
  for (const tag of migrations) print(`Would apply the migration ${tag}.`)
  if (sqlSet) print('Would replace functions, views and triggers.')
  if (migrations.length === 0 && !sqlSet) print('The database is up to date.')
}

function printPlaces({ origin, databaseRegion }: Target, print: Effects['print']): void {
  const { placement, place } = regions[databaseRegion]
  print(`${origin} is served everywhere; the areas run beside the database, in ${placement} (${place}).`)
}

/** The edge is rolled back first, because it calls the areas. */
function printRollBack(
  { environment }: Target,
  deployed: readonly WorkerName[],
  print: Effects['print'],
): void {
  if (deployed.length === 0) {
    print('No Worker was deployed, so there is nothing to roll back.')
    return
  }
  print('To roll back to the previous version, run:')
  print('')
  for (const worker of deployed.toReversed())
    print(`  npx wrangler rollback --name ${deployedName(environment, worker)}`)
  print('')
  print('Leave the database as it is: the previous build works with it (docs/guides/upgrade.md).')
}
