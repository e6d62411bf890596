// `npm run bench -- sts`: how fast the token service is, as ratios to bare limits measured in the same run, round by round, so
// that whatever else the machine does weighs on both. `-- --postgres` measures on a real Postgres.

import { parseArgs } from 'node:util'
import { end, type Started } from '../test/support/start.ts'
import { inDirectory } from './directory.ts'
import type { Round } from './limits.ts'
import { type Load, type Measured, measure, senderOf } from './load.ts'
import { startBareWorker } from './sts-bare.ts'
import { bareLoads, limitLoads, operationsOf } from './sts-operations.ts'
import { type Operation, printOperations } from './sts-report.ts'
import { startWithBareWrite } from './sts-system.ts'

// Many short rounds, not few long ones: what disturbs one of them then leaves the median alone.
const rounds = 15
const warmUpSeconds = 2
const settleSeconds = 0.2
const seconds = 0.6

/** The order in which they are measured: each beside what it is compared with, as the machine is not the same for long. */
const turns = [
  ...['bare hello', 'bare signature', 'issue', 'edge + one select + one write'],
  ...['edge + one select + the rows of a refresh', 'refresh'],
  ...['introspect', 'edge + one select', 'authorised read', 'edge hello', 'JWKS'],
]
const turnOf = ({ name }: Load): number => turns.indexOf(name)

export async function run(args: string[]): Promise<void> {
  const options = { postgres: { type: 'boolean', default: false } } as const
  const { postgres } = parseArgs({ args, options, allowPositionals: true }).values
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
  ].toSorted((one, other) => turnOf(one.load) - turnOf(other.load))
  for (const { load, baseUrl } of loads) await measure(baseUrl, load, { seconds: warmUpSeconds })
  const done: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const measured = new Map<string, Measured>()
    // To and fro, so that neither a limit nor an operation is always the later one.
    for (const { load, baseUrl } of round % 2 === 0 ? loads : loads.toReversed()) {
      await measure(baseUrl, load, { seconds: settleSeconds })
      measured.set(load.name, await measure(baseUrl, load, { seconds }))
    }
    done.push(measured)
  }
  const asked: Operation[] = []
  for (const load of [...limitLoads, ...operations])
    asked.push({ name: load.name, ...(await (await senderOf(system.baseUrl, load))()) })
  const failed = printOperations(asked, done)
  if (failed > 0) throw new Error(`${failed} requests failed: the numbers count for nothing.`)
}
