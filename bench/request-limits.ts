// `npm run bench -- limits`: the same reads with and without a limit of requests, in turn on a real Postgres, and the ratios. One
// caller sends all of them, which is the most expensive case: its requests are counted one after another.

import { join } from 'node:path'
import { end, freePort, type Started, start } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { startProgress } from '../tools/progress.ts'
import { startCpuTime } from './cpu-time.ts'
import { inDirectory } from './directory.ts'
import { median, spread } from './latency.ts'
import { type Extent, type Load, measure, senderOf } from './load.ts'
import { machineAndVersions } from './machine.ts'

/** The most that counting may cost, of the time of a read. */
const maxCost = 0.03

type Pace = { rounds: number; warmUp: Extent; settle: Extent; measured: Extent; single: number }

/** Many short rounds: the speed of a machine that others share changes from one second to the next. */
const pace: Pace = {
  ...{ rounds: 40, single: 150 },
  ...{ warmUp: { seconds: 3 }, settle: { seconds: 0.2 }, measured: { seconds: 0.4 } },
}
const once: Extent = { requestsPerConnection: 1 }
/** The numbers have no meaning. */
const quick: Pace = { rounds: 1, warmUp: once, settle: once, measured: once, single: 2 }

const sides = ['limited', 'unlimited'] as const
type Side = (typeof sides)[number]

/** The highest limit, which no round reaches, and none. */
const limits: Record<Side, number | null> = { limited: 1_000_000, unlimited: null }

/** The seconds of a request in each round: of 16 connections at once, with the CPU time of the system, and one after another. */
type Times = Record<Side, { busy: number[]; cpu: number[]; single: number[] }>

export async function run(args: string[]): Promise<void> {
  const command = {
    name: 'npm run bench -- limits',
    description: 'Measures reads with and without a limit of requests, and prints the ratios.',
    options: {
      rounds: {
        type: 'string',
        value: '<number>',
        description: `The number of rounds. The default is ${pace.rounds}.`,
      },
      quick: { type: 'boolean', description: 'Sends a few requests, to test the bench.' },
    },
  } as const
  const { values } = readArguments(command, args)
  const usual = values.quick ? quick : pace
  const rounds = values.rounds === undefined ? usual.rounds : Number(values.rounds)
  if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error(`${values.rounds} is no number of rounds.`)
  await inDirectory(async directory => {
    const env = { LOG_LEVEL: 'error' }
    const system = await start(join(directory, 'state'), await freePort(), { flags: ['--postgres'], env })
    try {
      const times = await measureRounds(system, { ...usual, rounds })
      console.log(`${machineAndVersions('Postgres')}; ${rounds} rounds`)
      console.table([...times].map(columnsOf))
    } finally {
      await end(system, 'SIGTERM')
    }
  })
}

function loadsOf({ demo }: Started): Load[] {
  const { apiCredential: token = '', installSid, examSid, sessionSid, userSid } = demo
  const install = `/v1/installs/${installSid}`
  const read = (name: string, path: string): Load => ({
    ...{ name, method: 'GET', path: install + path, headers: { token }, status: 200 },
  })
  return [
    read('session', `/exams/${examSid}/sessions/${sessionSid}`),
    read('profile', `/users/${userSid}/profile`),
    read('list of users', '/users'),
  ]
}

/** Measures both sides of each read, one after the other. The order of the sides alternates. */
async function measureRounds(system: Started, chosen: Pace): Promise<Map<string, Times>> {
  const loads = loadsOf(system)
  const of = () => ({ busy: [], cpu: [], single: [] })
  const times = new Map<string, Times>(loads.map(({ name }) => [name, { limited: of(), unlimited: of() }]))
  for (const side of sides) {
    await setLimit(system, side)
    for (const load of loads) await measure(system.baseUrl, load, chosen.warmUp)
  }
  const progress = startProgress({ total: chosen.rounds, unit: 'rounds' })
  for (let round = 0; round < chosen.rounds; round += 1) {
    const order = round % 2 === 0 ? sides : sides.toReversed()
    for (const load of loads)
      for (const side of order) {
        await setLimit(system, side)
        const measured = times.get(load.name)?.[side]
        const { elapsed, cpu } = await busyTime(system, load, chosen)
        measured?.busy.push(elapsed)
        measured?.cpu.push(cpu)
        measured?.single.push(await singleTime(system, load, chosen))
      }
    progress.advance(1)
  }
  progress.stop()
  return times
}

async function setLimit({ call, demo }: Started, side: Side): Promise<void> {
  const body = { readsPerMinute: limits[side] }
  const { status, raw } = await call('PUT', `/v1/installs/${demo['installSid']}/settings`, { body })
  if (status !== 200) throw new Error(`Setting the limit returned ${status}: ${raw}`)
}

async function busyTime(system: Started, load: Load, { settle, measured }: Pace) {
  await measure(system.baseUrl, load, settle)
  const cpuTime = startCpuTime(system)
  const { perSecond, requests, failed } = await measure(system.baseUrl, load, measured)
  if (failed > 0) throw new Error(`${load.name}: ${failed} requests failed: the numbers have no meaning.`)
  return { elapsed: 1 / perSecond, cpu: cpuTime() / 1000 / requests }
}

async function singleTime({ baseUrl }: Started, load: Load, { single }: Pace): Promise<number> {
  const send = await senderOf(baseUrl, load)
  const sent: number[] = []
  for (let at = 0; at < single; at += 1) sent.push((await send()).ms)
  return median(sent) / 1000
}

function columnsOf([name, { limited, unlimited }]: [string, Times]) {
  const costs = (kind: keyof Times[Side]) =>
    limited[kind].map((seconds, round) => (seconds / (unlimited[kind][round] ?? Number.NaN) - 1) * 100)
  const rate = (seconds: readonly number[]) => Math.round(1 / median(seconds))
  return {
    read: name,
    'limited, req/s': rate(limited.busy),
    'unlimited, req/s': rate(unlimited.busy),
    'cost of counting, %': median(costs('busy')).toFixed(1),
    range: spread(costs('busy'), 1),
    'CPU time, %': median(costs('cpu')).toFixed(1),
    'one at a time, %': median(costs('single')).toFixed(1),
    [`at most ${maxCost * 100} %`]: median(costs('busy')) <= maxCost * 100 ? 'met' : 'missed',
  }
}
