// How fast webhooks are delivered, as rows beside those of the operations.

import type { Place } from './all-operation.ts'
import type { Row } from './all-rounds.ts'
import { percentile } from './latency.ts'
import { clientOf } from './webhooks-client.ts'
import { lagRounds } from './webhooks-lag.ts'
import { outRounds } from './webhooks-out.ts'
import type { Receiver } from './webhooks-receiver.ts'

export type Extent = { rounds: number; deliveries: number; seconds: number; perSecond: number }

const part = 'deliveries'

/** A backlog to one endpoint, then events at a steady rate; the small system gets a tenth of the backlog. */
export async function measureDeliveries(
  { large, small }: { large: Place; small: Place },
  receiver: Receiver,
  { rounds, deliveries, seconds, perSecond }: Extent,
): Promise<Row[]> {
  const client = clientOf(large)
  const sizes = { rounds, endpointCounts: [1] }
  const out = await outRounds(client, receiver, { ...sizes, deliveries })
  const lag = await lagRounds(client, receiver, { rounds, seconds, ratesPerSecond: [perSecond] })
  await outRounds(clientOf(small), receiver, { ...sizes, rounds: 1, deliveries: (deliveries * rounds) / 10 })
  const [ofOut, ofLag] = [out.get(1) ?? [], lag.get(perSecond) ?? []]
  const none = { part, perSecond: [], p50: [], p99: [], ratios: [], growths: [], single: [], failed: 0 }
  return [
    {
      ...none,
      operation: '`POST /api/webhooks/{webhookSid}/recover`, each delivery of the backlog',
      perSecond: ofOut.map(round => round.perSecond),
      limit: 'signing and sending alone',
      ratios: ofOut.map(round => round.perSecond / round.bare),
      leastPerSecond: 400,
    },
    {
      ...none,
      operation: `\`POST /api/events\`, from the commit to the endpoint at ${perSecond} a second`,
      p50: ofLag.map(({ lags }) => percentile(lags, 50)),
      p99: ofLag.map(({ lags }) => percentile(lags, 99)),
      mostP99: 1000,
    },
  ]
}
