// What an endpoint that never answers costs the others.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Started } from '../test/support/start.ts'
import { median, percentile, spread } from './latency.ts'
import { type Client, clientOf, publishing, silence } from './webhooks-client.ts'
import { sendAll, sendSteadily } from './webhooks-load.ts'
import type { Receiver } from './webhooks-receiver.ts'

const turns = 6
const others = 9
const eventsPerSecond = 10
const settleMs = 2000

type Phase = { lags: number[]; p99: number }
type Sizes = { queued: number; seconds: number }

/**
 * Prints p99 of nine endpoints that are sent 90 deliveries a second, with and without one that hangs and has a queue.
 * The two take turns in one system, and each turn beside it stands between two without it, so that a drift of the machine
 * weighs on both alike; what two turns without it differ by is chance.
 * @returns by how many percent p99 is greater with it: the median of the turns
 */
export async function measureHanging(
  { baseUrl, demo }: Pick<Started, 'baseUrl' | 'demo'>,
  receiver: Receiver,
  { queued, seconds }: Sizes,
): Promise<number> {
  const client = clientOf({ baseUrl, demo })
  for (let n = 0; n < others; n += 1) await client.listen(receiver.url('others', n), { forHanging: false })
  let before = 0
  const phase = async (): Promise<Phase> => {
    const sent = await sendSteadily(eventsPerSecond, seconds, () =>
      client.send(publishing({ forHanging: false })),
    )
    const all = await receiver.all('others', before + others * sent.length)
    const lags = all.lags.slice(before)
    before = all.lags.length
    return { lags, p99: percentile(lags, 99) }
  }

  await phase() // warms up
  const without: Phase[] = [await phase()]
  const beside: Phase[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const forget = await hang(client, receiver, { name: `hanging-${turn}`, queued })
    beside.push(await phase())
    await forget()
    without.push(await phase())
  }
  const around = beside.map((_, at) => mean(without.slice(at, at + 2).map(({ p99 }) => p99)))
  const percents = beside.map(({ p99 }, at) => (p99 / (around[at] ?? Number.NaN) - 1) * 100)
  const chance = without.slice(1).map(({ p99 }, at) => (p99 / (without[at]?.p99 ?? Number.NaN) - 1) * 100)
  console.table([
    {
      'p99 without, ms': shown(without),
      'p99 beside it, ms': shown(beside),
      'difference %': `${median(percents).toFixed(1)} (${spread(percents)})`,
      'of all together %': (
        (percentile(together(beside), 99) / percentile(together(without), 99) - 1) *
        100
      ).toFixed(1),
      'by chance %': `${median(chance.map(Math.abs)).toFixed(1)} (${spread(chance)})`,
    },
  ])
  return median(percents)
}

const together = (phases: readonly Phase[]) => phases.flatMap(({ lags }) => lags)

const shown = (phases: readonly Phase[]) =>
  `${percentile(together(phases), 99).toFixed(0)} (${spread(phases.map(({ p99 }) => p99))})`

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Makes an endpoint that hangs, with a queue; answers how to forget it. Its attempts end 15 s after they began. */
async function hang(client: Client, receiver: Receiver, { name, queued }: { name: string; queued: number }) {
  const since = new Date(Date.now() - 1000)
  const id = await client.listen(receiver.url(name), silence)
  await sendAll(queued, 16, () => client.send(publishing({ forHanging: true })))
  await client.catchUp(id, { forHanging: true }, since)
  await receiver.all(name, 1)
  await sleep(settleMs) // until the queue has taken them all
  return async () => {
    await client.forget(id)
    await sleep(settleMs)
  }
}
