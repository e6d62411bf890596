// What the bench measures of topics, for the system and for the bare object alike.

import { setTimeout as sleep } from 'node:timers/promises'
import { median, percentile } from './latency.ts'
import { type BenchSocket, inParallel, openSocket, type Publication } from './realtime-client.ts'

/** Where sockets connect, and with which token. */
export type Target = { url: string; token: string }

const parallelConnects = 50
/** Of 100 bytes with the rest of the object, as in the figures that Centrifugo publishes. */
export const text = 'x'.repeat(60)

/** Opens connections, all or none. */
export function connectMany(
  { url, token }: Target,
  count: number,
  onPublication?: (publication: Publication) => void,
): Promise<BenchSocket[]> {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return inParallel(indexes, parallelConnects, () => openSocket(url, token, onPublication))
}

/** Opens connections that subscribe to a topic. */
export async function subscribeMany(
  target: Target,
  count: number,
  channel: string,
  onPublication?: (publication: Publication) => void,
): Promise<BenchSocket[]> {
  const sockets = await connectMany(target, count, onPublication)
  await inParallel(sockets, parallelConnects, socket => socket.ask('subscribe', { channel }))
  return sockets
}

export const closeAll = (sockets: readonly BenchSocket[]): void => {
  for (const socket of sockets) socket.close()
}

/** Runs both in turn, so that both meet the same load of the machine. Returns the results of each. */
export async function inTurn<T>(
  rounds: number,
  one: () => Promise<T>,
  other: () => Promise<T>,
): Promise<[one: T[], other: T[]]> {
  const results: [T[], T[]] = [[], []]
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      results[side].push(await (side === 0 ? one : other)())
  return results
}

/** A connection sends at most so many publications per second, below the limit of the system. */
const perSecondOfOne = 45

export type PublishRate = { perSecond: number; p50: number }

/** Publishes into one topic from each connection, which waits for its reply. p50 is the time to the reply in ms. */
export async function publishRate(sockets: readonly BenchSocket[], seconds: number): Promise<PublishRate> {
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const delays: number[] = []
  await Promise.all(
    sockets.map(async socket => {
      await sleep(Math.random() * (1000 / perSecondOfOne))
      while (performance.now() < endsAt) {
        const sentAt = performance.now()
        await socket.ask('publish', { channel: 'bench', data: { text } })
        delays.push(performance.now() - sentAt)
        await sleep(Math.max(0, 1000 / perSecondOfOne - (performance.now() - sentAt)))
      }
    }),
  )
  const perSecond = (delays.length / (performance.now() - startedAt)) * 1000
  return { perSecond, p50: percentile(delays, 50) }
}

export type FanOut = { p50: number; p99: number; perSecond: number; delivered: number; expected: number }

/** Subscribers of a topic, and a publisher. */
export async function fanOutOf(target: Target, subscribers: number) {
  let delays: number[] = []
  const received = ({ data }: Publication) => {
    const { sentAt } = Object(Object(data)['payload'] ?? data)
    delays.push(performance.now() - Number(sentAt))
  }
  const sockets = await subscribeMany(target, subscribers, 'fan', received)
  const publisher = await openSocket(target.url, target.token)
  /**
   * Publishes at intervals. Returns the time from the publish to each receipt in ms, and how many are delivered per
   * second of a publication.
   */
  async function round(publications: number, intervalMs: number): Promise<FanOut> {
    delays = []
    const spent: number[] = []
    for (let number = 1; number <= publications; number++) {
      const sentAt = performance.now()
      await publisher.ask('publish', { channel: 'fan', data: { sentAt, text } })
      while (delays.length < number * subscribers && performance.now() - sentAt < 10_000) await sleep(2)
      spent.push(performance.now() - sentAt)
      await sleep(Math.max(0, intervalMs - (performance.now() - sentAt)))
    }
    return {
      ...{ p50: percentile(delays, 50), p99: percentile(delays, 99) },
      perSecond: (subscribers / median(spent)) * 1000,
      ...{ delivered: delays.length, expected: publications * subscribers },
    }
  }
  return { round, close: () => closeAll([publisher, ...sockets]) }
}

const missed = 1000

/** A topic with 1,000 publications that a client has missed. */
export async function recoveryOf(target: Target) {
  const publisher = await openSocket(target.url, target.token)
  const { epoch, offset } = await publisher.ask('subscribe', { channel: 'missed' })
  const publishers = await connectMany(target, 25)
  const indexes = Array.from({ length: missed }, (_, index) => index)
  await inParallel(publishers, 25, async socket => {
    for (let next = indexes.shift(); next !== undefined; next = indexes.shift()) {
      await socket.ask('publish', { channel: 'missed', data: { text } })
      await sleep(1000 / perSecondOfOne)
    }
  })
  closeAll([publisher, ...publishers])
  /** Lets a client recover. Returns the time in ms from the command to the reply. @throws Error if a part is missing */
  return async (): Promise<number> => {
    const socket = await openSocket(target.url, target.token)
    const startedAt = performance.now()
    const reply = await socket.ask('subscribe', { channel: 'missed', recover: true, epoch, offset })
    const spent = performance.now() - startedAt
    const publications = reply['publications']
    const count = Array.isArray(publications) ? publications.length : 0
    if (reply['recovered'] !== true || count !== missed) throw new Error(`Recovered ${count} of ${missed}.`)
    socket.close()
    return spent
  }
}
