// `npm run bench`: every area in one run, against one system on a real Postgres with demo data of size M, beside a small one
// with size S; prints the table and writes docs/benchmarks.md. `--pglite` measures on PGlite, with a few learners, and writes
// nothing; so does `--quick`, which sends hardly more than one request of each kind, to try the bench.

import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { end, type Started } from '../test/support/start.ts'
import { type Bundles, bundle } from '../tools/build/bundle.ts'
import { projectFile, type WorkerName, workerNames } from '../tools/project.ts'
import { type Filling, startLarge, startSmall } from './all-data.ts'
import { type Extent, measureDeliveries } from './all-deliveries.ts'
import { floorsOf } from './all-floors.ts'
import { firstOperator, measureSignIn } from './all-login.ts'
import type { Part, Place } from './all-operation.ts'
import { coldStartColumns, columnsOf, limitColumns, pageOf, type Results, signInColumns } from './all-page.ts'
import { platformOf } from './all-platform.ts'
import { readsOf } from './all-reads.ts'
import { measureParts, type Pace } from './all-rounds.ts'
import { sessionsOf } from './all-sessions.ts'
import { tokensOf } from './all-sts.ts'
import { writesOf } from './all-writes.ts'
import { coldStarts } from './cold-start.ts'
import { inDirectory } from './directory.ts'
import { commit, machineAndVersions } from './machine.ts'
import { endAllOnSignals } from './stop.ts'
import { startBareWorker } from './sts-bare.ts'
import { startReceiver } from './webhooks-receiver.ts'

type Choice = {
  database: 'Postgres' | 'PGlite'
  large: Filling
  /** Where there is none, the large system stands in for it. */
  small: Filling | undefined
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
  pace: { rounds: 3, seconds: 0.5, turns: 20, pairs: 10 },
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

/** Little enough for a test: the numbers count for nothing. */
export const quick: Choice = {
  ...onPglite,
  large: { learners: 20, tokens: 0 },
  small: undefined,
  pace: { rounds: 1, seconds: 0, turns: 1, pairs: 1 },
  deliveries: { rounds: 1, deliveries: 10, seconds: 1, perSecond: 10 },
  ...{ signIns: 1, coldStarts: 1, bundles: bundle },
}

export async function run(args: string[]): Promise<void> {
  const options = {
    quick: { type: 'boolean', default: false },
    pglite: { type: 'boolean', default: false },
  } as const
  const { quick: isQuick, pglite } = parseArgs({ args, options, allowPositionals: true }).values
  endAllOnSignals()
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
  if (choice === onPostgres) await writeFile(projectFile('docs/benchmarks.md'), pageOf(results))
}

/** Measures everything. @throws Error when a request fails: the numbers would count for nothing */
export function measureAll(choice: Choice): Promise<Results> {
  return inDirectory(async directory => {
    const made = await choice.bundles()
    await mkdir(join(directory, 'cold'))
    console.error('Cold starts ...')
    const cold = await coldStarts(made, join(directory, 'cold'), choice.coldStarts)
    console.error('Starting the systems ...')
    const bare = await startBareWorker()
    const running: Started[] = []
    try {
      const keep = (started: Started) => running.push(started)
      const starting = [
        startLarge(join(directory, 'large'), choice.large, keep),
        choice.small && startSmall(join(directory, 'small'), choice.small, keep),
      ] as const
      await Promise.allSettled(starting) // where one fails, the other is ended all the same
      const [large, small = large] = await Promise.all(starting)
      const measured = await measureSystems({ large, small }, bare.baseUrl, choice)
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
  })
}

type Places = { large: Place; small: Place }

async function measureSystems({ large, small }: Places, bareUrl: string, choice: Choice) {
  const receiver = await startReceiver()
  try {
    console.error('Deliveries ...')
    const deliveries = await measureDeliveries({ large, small }, receiver, choice.deliveries)
    const ofLarge = await repeatable(large)
    const ofSmall = small === large ? ofLarge : await repeatable(small)
    const counterparts = await Promise.all(ofSmall.map(part => part.operations(0)))
    const systems = {
      ...{ large, bareUrl, smallUrl: small.baseUrl },
      small: new Map(counterparts.flat().map(operation => [operation.name, operation])),
    }
    const parts = [...ofLarge, sessionsOf(large)]
    console.error('Signing in ...')
    const signIn = await measureSignIn(large, choice.signIns)
    const { rows, rounds } = await measureParts(parts, systems, choice.pace)
    return { rows: [...rows, ...deliveries], rounds, signIn }
  } finally {
    await receiver.close()
  }
}

/** What can be asked again and again. */
const repeatable = async (place: Place): Promise<Part[]> => [
  await readsOf(place),
  await writesOf(place),
  await tokensOf(place),
  await platformOf(place, await firstOperator(place)),
]

/** As `npm run build` leaves them. */
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
