// Measures the time of an event from its commit to the endpoint, at a constant rate.

import { median, percentile, spread } from './latency.ts'
import { watchCores } from './machine.ts'
import { type Client, publishRequest } from './webhooks-client.ts'
import { sendAtRate } from './webhooks-load.ts'
import type { Receiver } from './webhooks-receiver.ts'

const rounds = 3
const ratesPerSecond = [100, 200]

type Round = { lags: number[]; publishMs: number[]; busy: string }

type Extent = { seconds: number; rounds: number; ratesPerSecond: readonly number[] }

/**
 * Prints the percentiles for one endpoint.
 * @returns p99 at the first rate, in ms: the median of the rounds
 */
export async function measureLag(client: Client, receiver: Receiver, seconds: number): Promise<number> {
  const measured = await lagRounds(client, receiver, { seconds, rounds, ratesPerSecond })
  console.table([...measured].map(([rate, rounds]) => columnsOf(rate, rounds)))
  const [rounds99 = []] = measured.values()
  return median(rounds99.map(({ lags }) => percentile(lags, 99)))
}

/** Returns the rounds at each rate, with one endpoint each. */
export async function lagRounds(
  client: Client,
  receiver: Receiver,
  { seconds, rounds, ratesPerSecond }: Extent,
): Promise<Map<number, Round[]>> {
  const measured = new Map(ratesPerSecond.map(rate => [rate, [] as Round[]]))
  for (let round = 0; round < rounds; round += 1)
    for (const rate of ratesPerSecond) {
      const group = `lag-${round}-${rate}`
      const id = await client.createEndpoint(receiver.url(group))
      const watch = watchCores()
      const publishMs = await sendAtRate(rate, seconds, () => client.send(publishRequest({})))
      const { lags } = await receiver.all(group, publishMs.length)
      measured.get(rate)?.push({ lags, publishMs, busy: watch() })
      await client.deleteEndpoint(id)
    }
  return measured
}

function columnsOf(rate: number, rounds: Round[]) {
  const of = (percent: number, values: 'lags' | 'publishMs') =>
    rounds.map(round => percentile(round[values], percent))
  return {
    'events/s': rate,
    ...Object.fromEntries(
      [50, 95, 99].map(percent => [`p${percent} ms`, Math.round(median(of(percent, 'lags')))]),
    ),
    'spread of p99': spread(of(99, 'lags')),
    'publish p99 ms': Math.round(median(of(99, 'publishMs'))),
    'cores busy': rounds.map(({ busy }) => busy).join(' '),
  }
}
