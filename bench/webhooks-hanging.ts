// Measures how an endpoint that never responds affects the others.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Started } from '../test/support/start.ts'
import { median, percentile, spread } from './latency.ts'
import { type Client, clientOf, matchNothing, publishRequest } from './webhooks-client.ts'
import { sendAtRate, sendConcurrently } from './webhooks-load.ts'
import type { Receiver } from './webhooks-receiver.ts'

const repetitions = 6
const others = 9
const eventsPerSecond = 10
const settleMs = 2000

type Phase = { lags: number[]; p99: number }
type Sizes = { queued: number; seconds: number }

/**
 * Prints p99 of nine endpoints with 90 deliveries a second, with and without a hanging endpoint that has a queue.
 * The phases alternate in one system: each phase with the hanging endpoint is between two without it, so that a drift
 * of the machine affects both equally. The difference of two phases without it is random.
 * @returns the increase of p99 in percent: the median of the phases
 */
export async function measureHanging(
  { baseUrl, demo }: Pick<Started, 'baseUrl' | 'demo'>,
  receiver: Receiver,
  { queued, seconds }: Sizes,
): Promise<number> {
  const client = clientOf({ baseUrl, demo })
  for (let n = 0; n < others; n += 1)
    await client.createEndpoint(receiver.url('others', n), { forHanging: false })
  let before = 0
  const phase = async (): Promise<Phase> => {
    const sent = await sendAtRate(eventsPerSecond, seconds, () =>
      client.send(publishRequest({ forHanging: false })),
    )
    const all = await receiver.all('others', before + others * sent.length)
    const lags = all.lags.slice(before)
    before = all.lags.length
    return { lags, p99: percentile(lags, 99) }
  }

  await phase() // warms up
  const without: Phase[] = [await phase()]
  const withHanging: Phase[] = []
  for (let index = 0; index < repetitions; index += 1) {
    const stop = await hang(client, receiver, { name: `hanging-${index}`, queued })
    withHanging.push(await phase())
    await stop()
    without.push(await phase())
  }
  const averages = withHanging.map((_, at) => mean(without.slice(at, at + 2).map(({ p99 }) => p99)))
  const percents = withHanging.map(({ p99 }, at) => (p99 / (averages[at] ?? Number.NaN) - 1) * 100)
  const randomPercents = without
    .slice(1)
    .map(({ p99 }, at) => (p99 / (without[at]?.p99 ?? Number.NaN) - 1) * 100)
  console.table([
    {
      'p99 without, ms': format(without),
      'p99 with, ms': format(withHanging),
      'difference %': `${median(percents).toFixed(1)} (${spread(percents)})`,
      'of all phases %': (
        (percentile(lagsOf(withHanging), 99) / percentile(lagsOf(without), 99) - 1) *
        100
      ).toFixed(1),
      'random %': `${median(randomPercents.map(Math.abs)).toFixed(1)} (${spread(randomPercents)})`,
    },
  ])
  return median(percents)
}

const lagsOf = (phases: readonly Phase[]) => phases.flatMap(({ lags }) => lags)

const format = (phases: readonly Phase[]) =>
  `${percentile(lagsOf(phases), 99).toFixed(0)} (${spread(phases.map(({ p99 }) => p99))})`

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Creates a hanging endpoint with a queue. Returns a function that deletes it. Its attempts time out after 15 s. */
async function hang(client: Client, receiver: Receiver, { name, queued }: { name: string; queued: number }) {
  const since = new Date(Date.now() - 1000)
  const id = await client.createEndpoint(receiver.url(name), matchNothing)
  await sendConcurrently(queued, 16, () => client.send(publishRequest({ forHanging: true })))
  await client.waitForRecoveries(1)
  await client.recoverMatching(id, { forHanging: true }, since)
  await receiver.all(name, 1)
  await sleep(settleMs) // until the queue has accepted all messages
  return async () => {
    await client.deleteEndpoint(id)
    await sleep(settleMs)
  }
}
