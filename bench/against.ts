// `npm run bench -- against <commit>`: measures this commit beside an earlier one in the same rounds, each started from a
// checkout of its own, and prints the ratios. Changes that are not committed are not measured.

import { join } from 'node:path'
import { end, freePort, type Started, start } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { type SizeName, sizeNames } from '../tools/demo-data/sizes.ts'
import { startProgress } from '../tools/progress.ts'
import { checkOut, shaOf } from './against-checkout.ts'
import { askedFactors, loadsOf } from './against-loads.ts'
import { commands } from './commands.ts'
import { dataSetIn } from './data-set.ts'
import { inDirectory } from './directory.ts'
import { median } from './latency.ts'
import { type Extent, type Load, measure } from './load.ts'
import { machineAndVersions } from './machine.ts'
import { type Client, clientOf, highLimits } from './webhooks-client.ts'
import { outRounds } from './webhooks-out.ts'
import { startReceiver } from './webhooks-receiver.ts'

type Pace = { rounds: number; warmUp: Extent; settle: Extent; measured: Extent; deliveries: number }

const pace: Pace = {
  ...{ rounds: 5, deliveries: 1000 },
  ...{ warmUp: { seconds: 2 }, settle: { seconds: 0.3 }, measured: { seconds: 2 } },
}
const once: Extent = { requestsPerConnection: 1 }
/** The numbers have no meaning. */
const quick: Pace = { rounds: 1, deliveries: 20, warmUp: once, settle: once, measured: once }

const sides = ['now', 'before'] as const
type Side = (typeof sides)[number]
type System = { started: Started; loads: Load[]; client: Client }

/** The requests per second of each operation in each round. */
type Rates = Map<string, Record<Side, number[]>>

const deliveries = 'deliveries'

export async function run(args: string[]): Promise<void> {
  const { commit, size, chosen } = choiceOf(args)
  const commits: Record<Side, string> = { now: shaOf('HEAD'), before: shaOf(commit) }
  await inDirectory(async directory => {
    const systems: Partial<Record<Side, System>> = {}
    try {
      for (const side of sides) systems[side] = await startSide(join(directory, side), commits[side], size)
      const { now, before } = systems
      if (!(now && before)) throw new Error('A system was not started.')
      const rates = await measureRounds({ now, before }, chosen)
      console.log(
        `${machineAndVersions('Postgres')}; ${commits.now.slice(0, 8)} against ${commits.before.slice(0, 8)}`,
      )
      console.table([...rates].map(columnsOf))
    } finally {
      for (const side of sides) {
        const started = systems[side]?.started
        if (started) await end(started, 'SIGTERM')
      }
    }
  })
}

function choiceOf(args: string[]): { commit: string; size: SizeName | undefined; chosen: Pace } {
  const { values, positionals } = readArguments(commands.against, args)
  const size = sizeNames.find(name => name === values.size.toUpperCase())
  if (!size) throw new Error(`Unknown size: ${values.size}. The sizes are ${sizeNames}.`)
  const usual = values.quick ? quick : pace
  const rounds = values.rounds === undefined ? usual.rounds : Number(values.rounds)
  if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error(`${values.rounds} is no number of rounds.`)
  const [commit = ''] = positionals
  return { commit, size: values.quick ? undefined : size, chosen: { ...usual, rounds } }
}

/** Checks a commit out and starts it. The commit loads its own demo data, because its schema is its own. */
async function startSide(directory: string, sha: string, size: SizeName | undefined): Promise<System> {
  const project = join(directory, 'project')
  const stateDir = join(directory, 'state')
  await checkOut(sha, project)
  const data = size && (await dataSetIn(stateDir, size, AbortSignal.any([]), project))
  const env = { ...highLimits, LOG_LEVEL: 'error' }
  const started = await start(stateDir, await freePort(), { project, flags: ['--postgres'], env })
  try {
    const demo = {
      ...started.demo,
      ...(data && { apiCredential: data.apiCredential, installSid: data.installs[0]?.sid ?? '' }),
    }
    const loads = await loadsOf({ baseUrl: started.baseUrl, demo })
    return { started, loads, client: clientOf(started) }
  } catch (error) {
    await end(started, 'SIGTERM')
    throw error
  }
}

/** Measures each operation of both sides, one after the other. The order of the sides alternates. */
async function measureRounds(systems: Record<Side, System>, chosen: Pace): Promise<Rates> {
  const names = systems.now.loads.map(({ name }) => name)
  const rates: Rates = new Map([...names, deliveries].map(name => [name, { now: [], before: [] }]))
  for (const side of sides)
    for (const load of systems[side].loads) await measure(systems[side].started.baseUrl, load, chosen.warmUp)
  const progress = startProgress({ total: chosen.rounds, unit: 'rounds' })
  for (let round = 0; round < chosen.rounds; round += 1) {
    const order = round % 2 === 0 ? sides : sides.toReversed()
    for (const [name, rate] of rates)
      for (const side of order)
        rate[side].push(
          name === deliveries
            ? await deliveryRate(systems[side].client, chosen)
            : await requestRate(systems[side], name, chosen),
        )
    progress.advance(1)
  }
  progress.stop()
  return rates
}

async function requestRate({ started, loads }: System, name: string, chosen: Pace): Promise<number> {
  const load = loads.find(each => each.name === name)
  if (!load) throw new Error(`The other commit has no '${name}'.`)
  await measure(started.baseUrl, load, chosen.settle)
  const { perSecond, failed } = await measure(started.baseUrl, load, chosen.measured)
  if (failed > 0) throw new Error(`${name}: ${failed} requests failed: the numbers have no meaning.`)
  return perSecond
}

/** Each round has a receiver of its own, because the receiver counts what each group has received. */
async function deliveryRate(client: Client, { deliveries }: Pace): Promise<number> {
  const receiver = await startReceiver()
  try {
    const measured = await outRounds(client, receiver, { rounds: 1, endpointCounts: [1], deliveries })
    return measured.get(1)?.[0]?.perSecond ?? Number.NaN
  } finally {
    await receiver.close()
  }
}

function columnsOf([operation, { now, before }]: [string, Record<Side, number[]>]) {
  const ratios = now.map((rate, round) => rate / (before[round] ?? Number.NaN))
  const asked = askedFactors[operation]
  const ratio = median(ratios)
  return {
    operation,
    'now, req/s': Math.round(median(now)),
    'before, req/s': Math.round(median(before)),
    ratio: ratio.toFixed(2),
    range: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    asked: asked ?? '',
    reached: asked === undefined ? '' : ratio >= asked,
  }
}
