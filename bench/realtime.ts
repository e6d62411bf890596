// `npm run bench -- realtime`: topics of the system beside a bare Durable Object that echoes to its sockets, on the same
// machine. `--connections 2000` sets how many connections are held; `--seconds`, the length of the rounds.

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendants, end, freePort, type Started, start } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { inDirectory } from './directory.ts'
import { machine, watchCores } from './machine.ts'
import { startEcho } from './realtime-bare.ts'
import { closeAll, connectMany, fanOut, publishRate, recovery, type Target } from './realtime-parts.ts'
import { endAllOnSignals } from './stop.ts'

/** Published for Centrifugo: 500,000 deliveries per second on 40 cores, and 30 kB per connection. Source: docs/realtime.md */
const centrifugo = { deliveriesPerCore: 12_500, bytesPerConnection: 30_000 }

type Row = { measured: string; system: string; bare: string; ratio: string }

export async function run(args: string[]): Promise<void> {
  const command = {
    name: 'npm run bench -- realtime',
    description: 'Measures topics beside a bare Durable Object.',
    options: {
      connections: {
        type: 'string',
        value: '<number>',
        default: '2000',
        description: 'The connections that are held.',
      },
      subscribers: {
        type: 'string',
        value: '<number>',
        default: '1000',
        description: 'The subscribers of the topic with the fan-out.',
      },
      seconds: { type: 'string', value: '<number>', default: '5', description: 'Seconds of publishing.' },
    },
  } as const
  const { connections, subscribers, seconds } = readArguments(command, args).values
  const sizes = {
    connections: Number(connections),
    subscribers: Number(subscribers),
    seconds: Number(seconds),
  }
  endAllOnSignals()
  const watch = watchCores()
  console.log(machine())
  const rows = await inDirectory(async directory => {
    const system = await start(directory, await freePort(), {})
    try {
      const token = await jwtOf(system)
      const url = `${system.baseUrl.replace(/^http/, 'ws')}/connection/websocket`
      return await measure({ url, token }, workerdOf(system.child.pid), sizes)
    } finally {
      await end(system, 'SIGTERM')
    }
  })
  console.table(rows)
  console.log(
    `Centrifugo publishes ${centrifugo.deliveriesPerCore} deliveries per second and core, and ${centrifugo.bytesPerConnection / 1000} kB per connection.`,
  )
  console.log(`${machine()}; ${watch()} cores busy on average`)
}

async function jwtOf({ call, demo }: Started): Promise<string> {
  const body = { applicationId: demo['applicationId'], permissions: ['subscribe', 'publish'] }
  const answer = await call('POST', '/auth/token', { body })
  if (answer.status !== 200) throw new Error(`POST /auth/token returned ${answer.status}: ${answer.raw}`)
  return answer.text('token')
}

async function measure(
  target: Target,
  workerd: number[],
  { connections, subscribers, seconds }: Record<'connections' | 'subscribers' | 'seconds', number>,
): Promise<Row[]> {
  const publishing = { publishers: 100, seconds }
  const fan = { subscribers, publications: 30, intervalMs: 200 }
  const echo = await startEcho()
  const bare = { url: echo.url, token: '' }
  try {
    const held = await connectionsHeld(target, workerd, connections)
    const rates = [await publishRate(target, publishing), await publishRate(bare, publishing)] as const
    const fans = [await fanOut(target, fan), await fanOut(bare, fan)] as const
    const recovered = await recovery(target, 10)
    const perMs = (value: number) => `${value.toFixed(1)} ms`
    return [
      row(`connections held of ${connections}`, String(held.open)),
      row('connections opened per second', held.perSecond.toFixed(0)),
      row('memory per connection', `${(held.bytes / 1000).toFixed(1)} kB`),
      row(
        'publications per second into one topic',
        rates[0].toFixed(0),
        rates[1].toFixed(0),
        rates[0] / rates[1],
      ),
      row(
        `fan-out to ${subscribers}, p50`,
        perMs(fans[0].p50),
        perMs(fans[1].p50),
        fans[0].p50 / fans[1].p50,
      ),
      row(
        `fan-out to ${subscribers}, p99`,
        perMs(fans[0].p99),
        perMs(fans[1].p99),
        fans[0].p99 / fans[1].p99,
      ),
      row(
        'deliveries per second',
        fans[0].perSecond.toFixed(0),
        fans[1].perSecond.toFixed(0),
        fans[0].perSecond / fans[1].perSecond,
      ),
      row(
        'delivered of what was expected',
        ...fans.map(({ delivered, expected }) => `${delivered} of ${expected}`),
      ),
      row('recovery of 1,000 missed publications', perMs(recovered)),
    ]
  } finally {
    await echo.close()
  }
}

const row = (measured: string, system = '', bare = '', ratio?: number): Row => ({
  ...{ measured, system, bare, ratio: ratio?.toFixed(2) ?? '' },
})

/** Holds connections for some seconds. Returns how many were open, and the memory of each. */
async function connectionsHeld(target: Target, workerd: number[], count: number) {
  const warm = await connectMany(target, 50)
  await sleep(1000)
  const before = residentBytes(workerd)
  const { sockets, perSecond } = await connectMany(target, count)
  await sleep(3000)
  const bytes = (residentBytes(workerd) - before) / count
  const answers = await Promise.allSettled(sockets.map(socket => socket.ask('ping', {})))
  const open = answers.filter(({ status }) => status === 'fulfilled').length
  closeAll([...warm.sockets, ...sockets])
  return { open, perSecond, bytes }
}

const workerdOf = (pid: number | undefined): number[] =>
  descendants(pid).filter(each => readFileSync(`/proc/${each}/comm`, 'utf8').trim() === 'workerd')

/** The resident memory of the processes, from /proc. */
const residentBytes = (pids: number[]): number =>
  pids
    .map(pid => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024)
    .reduce((sum, bytes) => sum + bytes, 0)
