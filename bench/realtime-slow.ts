// What consumers that hang or read slowly cost the others.

import { setTimeout as sleep } from 'node:timers/promises'
import { type SlowSocket, slowSocket } from '../test/support/slow-socket.ts'
import { median, percentile } from './latency.ts'
import type { Publication } from './realtime-client.ts'
import { closeAll, connectMany, inTurn, subscribeMany, type Target } from './realtime-parts.ts'

const readers = 50
const publishers = 10
/** Together less than the 1 MiB after which a consumer is closed, so that it hangs until the end. */
const [publications, bytes] = [200, 4000]

type Delay = { p50: number; total: number }
export type Slowness = { without: Delay; with: Delay; isWithin: boolean }

/** The most that others may be delayed: 10 %. */
const maxRatio = 1.1

/**
 * Publishes to readers, in turn with two more readers and with two consumers of which one hangs and one reads slowly.
 * Returns the medians of the rounds.
 */
export async function slowConsumers(target: Target, rounds: number): Promise<Slowness> {
  const writers = await connectMany(target, publishers)
  const sides = {
    without: await sideOf(target, writers, 'quick', async () => {
      const more = await subscribeMany(target, 2, 'quick')
      return () => closeAll(more)
    }),
    with: await sideOf(target, writers, 'slow', async () => {
      const slow = await Promise.all([
        slowSubscriber(target, 'slow', 'nothing'),
        slowSubscriber(target, 'slow', { everyMs: 100 }),
      ])
      return () => {
        for (const socket of slow) socket.destroy()
      }
    }),
  }
  await inTurn(2, sides.without.round, sides.with.round) // warms up
  const [without, slow] = await inTurn(rounds, sides.without.round, sides.with.round)
  for (const { close } of Object.values(sides)) close()
  closeAll(writers)
  const result = { without: medianOf(without), with: medianOf(slow) }
  const isWithin = (['p50', 'total'] as const).every(
    member => result.with[member] <= result.without[member] * maxRatio,
  )
  return { ...result, isWithin }
}

const medianOf = (delays: readonly Delay[]): Delay => ({
  p50: median(delays.map(({ p50 }) => p50)),
  total: median(delays.map(({ total }) => total)),
})

/** @param open opens further consumers, and returns a function that closes them */
async function sideOf(
  target: Target,
  writers: Awaited<ReturnType<typeof connectMany>>,
  channel: string,
  open: () => Promise<() => void>,
) {
  let delays: number[] = []
  const sockets = await subscribeMany(target, readers, channel, ({ data }: Publication) => {
    delays.push(performance.now() - Number(Object(data)['payload'].sentAt))
  })
  const text = 'x'.repeat(bytes)
  async function round(): Promise<Delay> {
    const close = await open()
    await sleep(1100) // a connection publishes at most 50 times a second
    delays = []
    const startedAt = performance.now()
    await Promise.all(
      writers.map(async writer => {
        for (let n = 0; n < publications / publishers; n++)
          await writer.ask('publish', { channel, data: { sentAt: performance.now(), text } })
      }),
    )
    while (delays.length < publications * readers && performance.now() - startedAt < 10_000) await sleep(1)
    const total = performance.now() - startedAt
    close()
    if (delays.length < publications * readers) throw new Error(`Received ${delays.length} publications.`)
    return { p50: percentile(delays, 50), total }
  }
  return { round, close: () => closeAll(sockets) }
}

async function slowSubscriber(
  { url, token }: Target,
  channel: string,
  mode: Parameters<SlowSocket['read']>[0],
): Promise<SlowSocket> {
  const socket = await slowSocket(url)
  socket.send({ id: 1, connect: { token } }, { id: 2, subscribe: { channel } })
  while (!socket.lines.some(line => line.includes('"subscribe"'))) await sleep(5)
  socket.read(mode)
  return socket
}
