// What the bench measures of topics, for the system and for the bare object alike.

import { setTimeout as sleep } from 'node:timers/promises'
import { median, percentile } from './latency.ts'
import { type BenchSocket, inParallel, openSocket } from './realtime-client.ts'

/** Where sockets connect, and with which token. */
export type Target = { url: string; token: string }

const parallelConnects = 50
/** Of 100 bytes, as in the figures that Centrifugo publishes. */
const text = 'x'.repeat(60)

/** Opens connections. Returns them and how many were opened per second. */
export async function connectMany(
  { url, token }: Target,
  count: number,
  onPublication?: (index: number, data: unknown) => void,
): Promise<{ sockets: BenchSocket[]; perSecond: number }> {
  const startedAt = performance.now()
  const indexes = Array.from({ length: count }, (_, index) => index)
  const sockets = await inParallel(indexes, parallelConnects, index =>
    openSocket(url, token, ({ data }) => onPublication?.(index, data)),
  )
  return { sockets, perSecond: (count / (performance.now() - startedAt)) * 1000 }
}

export const closeAll = (sockets: readonly BenchSocket[]): void => {
  for (const socket of sockets) socket.close()
}

/** A connection sends at most so many publications per second, below the limit of the system. */
const perSecondOfOne = 45

/** Publishes into one topic from many connections, each of which waits for its reply. Returns the publications per second. */
export async function publishRate(
  target: Target,
  { publishers, seconds }: { publishers: number; seconds: number },
): Promise<number> {
  const { sockets } = await connectMany(target, publishers)
  const endsAt = performance.now() + seconds * 1000
  let published = 0
  const startedAt = performance.now()
  await Promise.all(
    sockets.map(async socket => {
      while (performance.now() < endsAt) {
        const sentAt = performance.now()
        await socket.ask('publish', { channel: 'bench', data: { text } })
        published += 1
        const rest = 1000 / perSecondOfOne - (performance.now() - sentAt)
        if (rest > 0) await sleep(rest)
      }
    }),
  )
  const spent = performance.now() - startedAt
  closeAll(sockets)
  return (published / spent) * 1000
}

export type FanOut = { p50: number; p99: number; perSecond: number; delivered: number; expected: number }

/**
 * Publishes into one topic with subscribers, at intervals. Returns the time from the publish to each receipt in ms, and how
 * many were delivered per second of the busiest interval.
 */
export async function fanOut(
  target: Target,
  {
    subscribers,
    publications,
    intervalMs,
  }: { subscribers: number; publications: number; intervalMs: number },
): Promise<FanOut> {
  const delays: number[] = []
  const received = (_: number, data: unknown) => {
    const { sentAt } = Object(Object(data)['payload'] ?? data)
    delays.push(performance.now() - Number(sentAt))
  }
  const { sockets } = await connectMany(target, subscribers, received)
  await inParallel(sockets, parallelConnects, socket => socket.ask('subscribe', { channel: 'fan' }))
  const publisher = await openSocket(target.url, target.token)
  const spent: number[] = []
  for (let round = 0; round < publications; round++) {
    const sentAt = performance.now()
    await publisher.ask('publish', { channel: 'fan', data: { sentAt, text } })
    const isComplete = () => delays.length >= (round + 1) * subscribers
    while (!isComplete() && performance.now() - sentAt < 10_000) await sleep(2)
    spent.push(performance.now() - sentAt)
    await sleep(Math.max(0, intervalMs - (performance.now() - sentAt)))
  }
  publisher.close()
  closeAll(sockets)
  return {
    ...{ p50: percentile(delays, 50), p99: percentile(delays, 99) },
    perSecond: (subscribers / median(spent)) * 1000,
    ...{ delivered: delays.length, expected: publications * subscribers },
  }
}

/** Lets a client recover 1,000 missed publications. Returns the median in ms from the command to the reply. */
export async function recovery(target: Target, rounds: number): Promise<number> {
  const missed = 1000
  const publisher = await openSocket(target.url, target.token)
  const { epoch, offset } = await publisher.ask('subscribe', { channel: 'missed' })
  const publishers = await connectMany(target, 25)
  const indexes = Array.from({ length: missed }, (_, index) => index)
  await inParallel(publishers.sockets, 25, async socket => {
    for (let next = indexes.shift(); next !== undefined; next = indexes.shift()) {
      await socket.ask('publish', { channel: 'missed', data: { text } })
      await sleep(1000 / perSecondOfOne)
    }
  })
  closeAll(publishers.sockets)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const socket = await openSocket(target.url, target.token)
    const startedAt = performance.now()
    const reply = await socket.ask('subscribe', { channel: 'missed', recover: true, epoch, offset })
    times.push(performance.now() - startedAt)
    const publications = reply['publications']
    const count = Array.isArray(publications) ? publications.length : 0
    if (reply['recovered'] !== true || count !== missed) throw new Error(`Recovered ${count} of ${missed}.`)
    socket.close()
  }
  publisher.close()
  return median(times)
}
