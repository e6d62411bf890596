// `npm run bench -- webhooks`: measures the throughput of events and deliveries, their latency, and the effect of a hanging
// endpoint on others. `--postgres` measures on a real Postgres, and also the delivery log with a million attempts, which
// `--log` selects alone. `--parts in,out,lag,hanging,trips,log` selects parts; `--scale 0.05` measures a twentieth, to test
// the bench. With `--strict` a missed floor sets exit code 1.

import { end, freePort, type Started, start } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { startProgress } from '../tools/progress.ts'
import { commands } from './commands.ts'
import { inDirectory } from './directory.ts'
import { machine, watchCores } from './machine.ts'
import { clientOf, highLimits } from './webhooks-client.ts'
import { measureHanging } from './webhooks-hanging.ts'
import { measureIn } from './webhooks-in.ts'
import { measureLag } from './webhooks-lag.ts'
import { measureLog } from './webhooks-log.ts'
import { measureOut } from './webhooks-out.ts'
import { type Receiver, startReceiver } from './webhooks-receiver.ts'
import { measureTrips } from './webhooks-trips.ts'

type Choice = {
  postgres: boolean
  strict: boolean
  /** The number of parts. */
  parts: number
  has(part: string): boolean
  /** Scales a default size. Returns a multiple of 10. */
  scaled(size: number): number
}

export async function run(args: string[]): Promise<void> {
  const choice = choiceOf(args)
  const watch = watchCores()
  console.log(`${machine()}; ${choice.postgres ? 'Postgres' : 'PGlite'}`)
  const receiver = await startReceiver()
  try {
    const floors = await measureAll(choice, receiver)
    console.table(floors)
    console.log(`${machine()}; ${watch()} cores busy on average`)
    if (choice.strict && floors.some(({ verdict }) => verdict === 'missed')) process.exitCode = 1
  } finally {
    await receiver.close()
  }
}

const defaultParts = ['in', 'out', 'lag', 'hanging', 'trips']

function choiceOf(args: string[]): Choice {
  const { postgres, log, strict, parts, scale } = readArguments(commands.webhooks, args).values
  const defaults = log ? ['log'] : [...defaultParts, ...(postgres ? ['log'] : [])]
  const chosen = new Set(parts?.split(',') ?? defaults)
  const scaled = (size: number) => Math.max(10, Math.round((size * Number(scale)) / 10) * 10)
  return { postgres, strict, parts: chosen.size, has: part => chosen.has(part), scaled }
}

const atLeast = (floor: string, min: number, measured: number) => ({
  ...{ floor, measured: Number(measured.toFixed(1)) },
  verdict: measured >= min ? 'met' : 'missed',
})

const atMost = (floor: string, max: number, measured: number) => ({
  ...{ floor, measured: Number(measured.toFixed(1)) },
  verdict: measured <= max ? 'met' : 'missed',
})

async function measureAll(choice: Choice, receiver: Receiver) {
  const { has, scaled } = choice
  const inSystem = (work: (system: Started) => Promise<void>) =>
    inDirectory(async directory => {
      const flags = choice.postgres ? ['--postgres'] : []
      const system = await start(directory, await freePort(), { flags, env: highLimits })
      try {
        await work(system)
      } finally {
        await end(system, 'SIGTERM')
      }
    })
  const floors: ReturnType<typeof atLeast>[] = []
  const progress = startProgress({ total: choice.parts, unit: 'parts' })
  const starts = (part: string) => {
    if (has(part)) progress.step(part)
    return has(part)
  }

  if (has('in') || has('out') || has('lag'))
    await inSystem(async system => {
      const client = clientOf(system)
      if (starts('in')) await measureIn(client, receiver, scaled(1000))
      if (starts('out'))
        floors.push(atLeast('400 deliveries/s', 400, await measureOut(client, receiver, scaled(2000))))
      if (starts('lag'))
        floors.push(
          atMost(
            'p99 of 1,000 ms at 100 events/s',
            1000,
            await measureLag(client, receiver, scaled(100) / 10),
          ),
        )
    })
  if (starts('hanging'))
    await inSystem(async system => {
      const sizes = { queued: scaled(200), seconds: scaled(150) / 10 }
      const percents = await measureHanging(system, receiver, sizes)
      floors.push(atMost('10 % more with a hanging endpoint', 10, percents))
    })
  if (starts('trips')) await measureTrips(receiver, scaled(500))
  if (starts('log'))
    await inDirectory(async directory => {
      floors.push(
        atMost('p99 of 50 ms of a page of the log', 50, await measureLog(directory, scaled(1_000_000))),
      )
    })
  progress.stop()
  return floors
}
