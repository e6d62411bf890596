// Measures webhook deliveries, as rows for the tables of operations.

import type { MeasuredSystem } from './all-operation.ts'
import type { Row } from './all-rounds.ts'
import { percentile } from './latency.ts'
import { clientOf } from './webhooks-client.ts'
import { lagRounds } from './webhooks-lag.ts'
import { outRounds } from './webhooks-out.ts'
import type { Receiver } from './webhooks-receiver.ts'

export type Extent = { rounds: number; deliveries: number; seconds: number; perSecond: number }

const part = 'deliveries'

/** Measures a backlog to one endpoint, then events at a constant rate. The small system gets a tenth of the backlog. */
export async function measureDeliveries(
  { large, small }: { large: MeasuredSystem; small: MeasuredSystem },
  receiver: Receiver,
  { rounds, deliveries, seconds, perSecond }: Extent,
): Promise<Row[]> {
  const client = clientOf(large)
  const sizes = { rounds, endpointCounts: [1] }
  const out = await outRounds(client, receiver, { ...sizes, deliveries })
  const lag = await lagRounds(client, receiver, { rounds, seconds, ratesPerSecond: [perSecond] })
  await outRounds(clientOf(small), receiver, { ...sizes, rounds: 1, deliveries: (deliveries * rounds) / 10 })
  const [outOfOne, lagAtRate] = [out.get(1) ?? [], lag.get(perSecond) ?? []]
  const empty = { part, perSecond: [], p50: [], p99: [], ratios: [], growths: [], single: [], failed: 0 }
  return [
    {
      ...empty,
      operation: '`POST /api/webhooks/{webhookSid}/recover`, each delivery of the backlog',
      perSecond: outOfOne.map(round => round.perSecond),
      limit: 'signing and sending alone',
      ratios: outOfOne.map(round => round.perSecond / round.bare),
      minPerSecond: 400,
    },
    {
      ...empty,
      operation: `\`POST /api/events\`, from the commit to the endpoint at ${perSecond} a second`,
      p50: lagAtRate.map(({ lags }) => percentile(lags, 50)),
      p99: lagAtRate.map(({ lags }) => percentile(lags, 99)),
      maxP99: 1000,
    },
  ]
}
