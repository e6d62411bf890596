// `npm run bench -- sts`: measures the token service as ratios to baselines of the same rounds, so that other load of the
// machine affects both. `-- --postgres` measures on a real Postgres.

import { end, type Started } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { startProgress } from '../tools/progress.ts'
import { commands } from './commands.ts'
import { inDirectory } from './directory.ts'
import type { Round } from './limits.ts'
import { type Load, type Measured, measure, senderOf } from './load.ts'
import { startBareWorker } from './sts-bare.ts'
import { bareLoads, limitLoads, operationsOf } from './sts-operations.ts'
import { type Operation, printOperations } from './sts-report.ts'
import { startWithBareWrite } from './sts-system.ts'

// Many short rounds: a disturbance of one round does not change the median.
const rounds = 15
const warmUpSeconds = 2
const settleSeconds = 0.2
const seconds = 0.6

/** The order of measurement: each operation next to its baseline, because the load of the machine changes. */
const order = [
  ...['bare hello', 'bare signature', 'issue', 'edge + one select + one write'],
  ...['edge + one select + the rows of a refresh', 'refresh'],
  ...['introspect', 'edge + one select', 'authorised read', 'edge hello', 'JWKS'],
]
const positionOf = ({ name }: Load): number => order.indexOf(name)

export async function run(args: string[]): Promise<void> {
  const { postgres } = readArguments(commands.sts, args).values
  await inDirectory(async directory => {
    const bare = await startBareWorker()
    try {
      const system = await startWithBareWrite(directory, postgres ? ['--postgres'] : [])
      try {
        await measureAll(system, bare.baseUrl)
      } finally {
        await end(system, 'SIGTERM')
      }
    } finally {
      await bare.close()
    }
  })
}

async function measureAll(system: Started, bareUrl: string): Promise<void> {
  const operations = await operationsOf(system)
  const loads = [
    ...bareLoads.map(load => ({ load, baseUrl: bareUrl })),
    ...[...limitLoads, ...operations].map(load => ({ load, baseUrl: system.baseUrl })),
  ].toSorted((one, other) => positionOf(one.load) - positionOf(other.load))
  for (const { load, baseUrl } of loads) await measure(baseUrl, load, { seconds: warmUpSeconds })
  const done: Round[] = []
  const progress = startProgress({ total: rounds, unit: 'rounds' })
  for (let round = 0; round < rounds; round++) {
    const measured = new Map<string, Measured>()
    // The order alternates, so that neither a baseline nor an operation always runs later.
    for (const { load, baseUrl } of round % 2 === 0 ? loads : loads.toReversed()) {
      await measure(baseUrl, load, { seconds: settleSeconds })
      measured.set(load.name, await measure(baseUrl, load, { seconds }))
    }
    done.push(measured)
    progress.advance(1)
  }
  progress.stop()
  const withTrips: Operation[] = []
  for (const load of [...limitLoads, ...operations])
    withTrips.push({ name: load.name, ...(await (await senderOf(system.baseUrl, load))()) })
  const failed = printOperations(withTrips, done)
  if (failed > 0) throw new Error(`${failed} requests failed: the numbers have no meaning.`)
}
