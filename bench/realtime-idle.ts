// Connections without traffic: how many are held, their memory, and how often they wake the objects.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendants } from '../test/support/start.ts'
import { cpuMs } from './cpu-time.ts'
import { percentile } from './latency.ts'
import { type BenchSocket, connectOn, inParallel, type Publication, upgraded } from './realtime-client.ts'
import { closeAll, type Target, text } from './realtime-parts.ts'

export type Idle = {
  /** The open connections, each with a subscription, and what stopped at that number. */
  held: number
  stoppedBy: string
  openedPerSecond: number
  /** Resident bytes of workerd per connection, while they are opened and after the idle time. */
  awakeBytes: number
  idleBytes: number
  /** How often an object of each class was loaded in the idle time. Objects that store nothing are not counted. */
  wakeUps: Record<string, number>
  /** The CPU time of workerd in the idle time, in ms per second. */
  cpu: number
  /** After the idle time: ms until the publication arrived, how many received it, and how many reconnected. */
  arrival: { p50: number; p99: number; received: number }
}

/** Opens connections that subscribe to one topic, leaves them idle, and publishes. */
export async function idleConnections(
  target: Target,
  { count, idleSeconds, runtimes }: { count: number; idleSeconds: number; runtimes: number[] },
): Promise<Idle> {
  const arrived: number[] = []
  const { sockets: warm } = await openUntilFailure(target, 'warm', 50)
  await sleep(1000)
  const before = residentBytes(runtimes)
  const { sockets, stoppedBy, openedPerSecond } = await openUntilFailure(
    target,
    'idle',
    count,
    ({ data }) => {
      const { sentAt } = Object(Object(data)['payload'] ?? data)
      arrived.push(performance.now() - Number(sentAt))
    },
  )
  await sleep(2000)
  const per = (bytes: number) => (bytes - before) / sockets.length
  const awakeBytes = per(residentBytes(runtimes))
  // The objects sleep 10 s after the last message.
  await sleep(12_000)
  const cpuBefore = cpuMs(runtimes)
  const wakeUps = await countWakeUps(runtimes, idleSeconds)
  const idleBytes = per(residentBytes(runtimes))
  const cpu = (cpuMs(runtimes) - cpuBefore) / idleSeconds
  const sentAt = performance.now()
  await warm[0]?.ask('publish', { channel: 'idle', data: { sentAt, text } })
  while (arrived.length < sockets.length && performance.now() - sentAt < 10_000) await sleep(5)
  closeAll([...warm, ...sockets])
  const arrival = { p50: percentile(arrived, 50), p99: percentile(arrived, 99), received: arrived.length }
  return {
    ...{ held: sockets.length, stoppedBy, openedPerSecond, awakeBytes, idleBytes },
    ...{ wakeUps, cpu, arrival },
  }
}

/**
 * Opens connections that subscribe, until one fails. The WebSockets are opened one after another: if an object accepts two at
 * once, the local runtime keeps it in memory until all are closed.
 */
async function openUntilFailure(
  { url, token }: Target,
  channel: string,
  count: number,
  onPublication?: (publication: Publication) => void,
): Promise<{ sockets: BenchSocket[]; stoppedBy: string; openedPerSecond: number }> {
  const sockets: BenchSocket[] = []
  const startedAt = performance.now()
  let stoppedBy = 'the number that was asked for'
  const indexes = Array.from({ length: count }, (_, index) => index)
  let isStopped = false
  let last: Promise<unknown> = Promise.resolve()
  const upgradedInTurn = () => {
    const next = last.then(() => upgraded(url))
    last = next
    return next
  }
  await inParallel(indexes, 50, async () => {
    if (isStopped) return
    const socket = await connectOn(await upgradedInTurn(), token, onPublication)
    await socket.ask('subscribe', { channel })
    sockets.push(socket)
  }).catch(error => {
    isStopped = true
    stoppedBy = String(error?.message ?? error)
  })
  return { sockets, stoppedBy, openedPerSecond: (sockets.length / (performance.now() - startedAt)) * 1000 }
}

/**
 * Counts how often the runtime loads an object: it opens the database of an object when it wakes, and closes it when it
 * sleeps.
 */
async function countWakeUps(pids: number[], seconds: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let awake = openObjects(pids)
  const endsAt = performance.now() + seconds * 1000
  for (; performance.now() < endsAt; await sleep(200)) {
    const current = openObjects(pids)
    for (const name of current) {
      if (awake.has(name)) continue
      const kind = name.split('/').at(-2) ?? name
      counts[kind] = (counts[kind] ?? 0) + 1
    }
    awake = current
  }
  return counts
}

const openObjects = (pids: number[]): Set<string> =>
  new Set(
    pids
      .flatMap(pid => readdirSync(`/proc/${pid}/fd`).map(each => linkOf(`/proc/${pid}/fd/${each}`)))
      .filter(name => /\/[0-9a-f]{64}\.sqlite$/.test(name)),
  )

/** The file may be closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

/** The processes of workerd that a process has started. */
export const runtimesOf = (pid: number | undefined): number[] =>
  descendants(pid).filter(each => {
    try {
      return readFileSync(`/proc/${each}/comm`, 'utf8').trim() === 'workerd'
    } catch {
      return false
    }
  })

const residentBytes = (pids: number[]): number =>
  sum(pids, pid => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024)

const sum = (pids: number[], of: (pid: number) => number): number =>
  pids.reduce((total, pid) => total + of(pid), 0)
