// `npm run bench`: measures every area in one run, on a system with a real Postgres and demo data of size M, and on a small
// one with size S. Prints the tables and writes docs/benchmarks.md and docs/benchmarks.json. `--pglite` measures on PGlite with a few learners;
// `--quick` sends about one request of each kind, to test the bench. Neither writes the page.

import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { end, type Started } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { type Bundles, bundle } from '../tools/build/bundle.ts'
import { type Progress, startProgress } from '../tools/progress.ts'
import { projectFile, type WorkerName, workerNames } from '../tools/project.ts'
import { type Content, startLarge, startSmall } from './all-data.ts'
import { type Extent, measureDeliveries } from './all-deliveries.ts'
import { floorsOf } from './all-floors.ts'
import { firstOperator, measureSignIn } from './all-login.ts'
import type { MeasuredSystem, Part } from './all-operation.ts'
import {
  coldStartColumns,
  columnsOf,
  jsonOf,
  limitColumns,
  pageOf,
  type Results,
  signInColumns,
} from './all-page.ts'
import { platformOf } from './all-platform.ts'
import { readsOf } from './all-reads.ts'
import { measureParts, type Pace } from './all-rounds.ts'
import { sessionsOf } from './all-sessions.ts'
import { tokensOf } from './all-sts.ts'
import { writesOf } from './all-writes.ts'
import { coldStarts } from './cold-start.ts'
import { commands } from './commands.ts'
import { inDirectory } from './directory.ts'
import { commit, machineAndVersions } from './machine.ts'
import { startBareWorker } from './sts-bare.ts'
import { startReceiver } from './webhooks-receiver.ts'

type Choice = {
  database: 'Postgres' | 'PGlite'
  large: Content
  /** If undefined, the large system is used instead. */
  small: Content | undefined
  pace: Pace
  deliveries: Extent
  signIns: number
  coldStarts: number
  bundles(): Promise<Bundles>
}

const onPostgres: Choice = {
  database: 'Postgres',
  large: { size: 'M', tokens: 1000 },
  small: { size: 'S', tokens: 100 },
  pace: { rounds: 5, seconds: 0.5, requestsPerConnection: 20, pairs: 10 },
  deliveries: { rounds: 3, deliveries: 1000, seconds: 5, perSecond: 100 },
  signIns: 10,
  coldStarts: 7,
  bundles: bundlesToDeploy,
}

const onPglite: Choice = {
  ...onPostgres,
  database: 'PGlite',
  large: { learners: 500, tokens: 1000 },
  small: { learners: 50, tokens: 100 },
}

/** Small enough for a test. The numbers have no meaning. */
export const quick: Choice = {
  ...onPglite,
  large: { learners: 20, tokens: 0 },
  small: undefined,
  pace: { rounds: 1, seconds: 0, requestsPerConnection: 1, pairs: 1 },
  deliveries: { rounds: 1, deliveries: 10, seconds: 1, perSecond: 10 },
  ...{ signIns: 1, coldStarts: 1, bundles: bundle },
}

export async function run(args: string[]): Promise<void> {
  const { quick: isQuick, pglite } = readChoice(args)
  const choice = isQuick ? quick : pglite ? onPglite : onPostgres
  const startedAt = performance.now()
  const results = await measureAll(choice)
  console.log(`${results.machine}; commit ${results.commit}`)
  console.table(limitColumns(results.rounds))
  console.table(results.rows.map(columnsOf))
  console.table([signInColumns(results.signIn)])
  console.table(results.coldStarts.map(coldStartColumns))
  for (const { floor, measured, isMet } of results.floors)
    if (!isMet) console.log(`Missed: ${floor}; measured: ${measured}`)
  console.log(`Took ${Math.round((performance.now() - startedAt) / 1000)} s`)
  if (choice !== onPostgres) return
  await writeFile(projectFile('docs/benchmarks.md'), pageOf(results))
  await writeFile(projectFile('docs/benchmarks.json'), jsonOf(results))
}

const readChoice = (args: string[]) => readArguments(commands.all, args).values

/** The steps of `measureAll` without the rounds of its parts. */
const stepsOfAll = 5

/** Measures everything. @throws Error if a request fails, because the numbers would have no meaning */
export function measureAll(choice: Choice): Promise<Results> {
  const progress = startProgress({ total: stepsOfAll, unit: 'steps' })
  return inDirectory(async directory => {
    const bundles = await choice.bundles()
    await mkdir(join(directory, 'cold'))
    progress.step('cold starts')
    const cold = await coldStarts(bundles, join(directory, 'cold'), choice.coldStarts)
    progress.step('starting the systems')
    const bare = await startBareWorker()
    const running: Started[] = []
    try {
      const register = (started: Started) => running.push(started)
      const starting = [
        startLarge(join(directory, 'large'), choice.large, register),
        choice.small && startSmall(join(directory, 'small'), choice.small, register),
      ] as const
      await Promise.allSettled(starting) // if one fails, the other is still ended
      const [large, small = large] = await Promise.all(starting)
      const measured = await measureSystems({ large, small, progress }, bare.baseUrl, choice)
      const failed = measured.rows.filter(row => row.failed > 0).map(row => `${row.operation}: ${row.failed}`)
      if (failed.length > 0) throw new Error(`Requests failed: ${failed.join('; ')}.`)
      return {
        ...{ date: new Date().toISOString().slice(0, 10), commit: commit(), pace: choice.pace },
        ...{ machine: machineAndVersions(choice.database), ...measured, coldStarts: cold },
        floors: floorsOf(measured.rows, cold),
      }
    } finally {
      for (const started of running) await end(started, 'SIGTERM')
      await bare.close()
    }
  }).finally(progress.stop)
}

type Systems = { large: MeasuredSystem; small: MeasuredSystem; progress: Progress }

async function measureSystems({ large, small, progress }: Systems, bareUrl: string, choice: Choice) {
  const receiver = await startReceiver()
  try {
    progress.step('deliveries')
    const deliveries = await measureDeliveries({ large, small }, receiver, choice.deliveries)
    const largeParts = await repeatable(large)
    const smallParts = small === large ? largeParts : await repeatable(small)
    const counterparts = await Promise.all(smallParts.map(part => part.operations(0)))
    const systems = {
      ...{ large, bareUrl, smallUrl: small.baseUrl },
      small: new Map(counterparts.flat().map(operation => [operation.name, operation])),
    }
    const parts = [...largeParts, sessionsOf(large)]
    progress.step('sign-in')
    const signIn = await measureSignIn(large, choice.signIns)
    const { rows, rounds } = await measureParts(parts, systems, { ...choice.pace, progress })
    return { rows: [...rows, ...deliveries], rounds, signIn }
  } finally {
    await receiver.close()
  }
}

/** Parts whose requests can be repeated. */
const repeatable = async (system: MeasuredSystem): Promise<Part[]> => [
  await readsOf(system),
  await writesOf(system),
  await tokensOf(system),
  await platformOf(system, await firstOperator(system)),
]

/** Builds the bundles with `npm run build` and reads them. */
async function bundlesToDeploy(): Promise<Bundles> {
  await promisify(execFile)(process.execPath, [projectFile('tools/build/build.ts')])
  const sources = workerNames.map(
    async (name): Promise<[WorkerName, string]> => [
      name,
      await readFile(projectFile(`dist/${name}/${name}.js`), 'utf8'),
    ],
  )
  return Object.fromEntries(await Promise.all(sources)) as Bundles
}
