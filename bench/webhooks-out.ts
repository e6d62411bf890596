// Measures the throughput of deliveries, compared with a loop that signs and sends the same bodies to the same sink.

import { createHmac } from 'node:crypto'
import { verifyWebhook } from '../src/verify/index.ts'
import { median, spread } from './latency.ts'
import { watchCores } from './machine.ts'
import { type Client, matchNothing, publishRequest, secret } from './webhooks-client.ts'
import { sendConcurrently } from './webhooks-load.ts'
import type { Receiver } from './webhooks-receiver.ts'
import type { Arrived } from './webhooks-sink.ts'

const rounds = 3
const endpointCounts = [1, 5, 10]

/** The concurrency of the queue: 20 for an endpoint, 100 for one destination, which is our relay. */
const concurrencyOf = (endpoints: number): number => Math.min(20 * endpoints, 100)

type Round = { perSecond: number; bare: number; busy: string; repeats: number }

type Extent = { deliveries: number; rounds: number; endpointCounts: readonly number[] }

/**
 * Prints the rate at which a backlog is delivered to 1, 5 and 10 endpoints. The system gets no other requests meanwhile:
 * the events exist before the endpoints recover them.
 * @param deliveries the deliveries of each round, a multiple of 10
 * @returns the minimum of the medians
 */
export async function measureOut(client: Client, receiver: Receiver, deliveries: number): Promise<number> {
  const measured = await outRounds(client, receiver, { deliveries, rounds, endpointCounts })
  console.table([...measured].map(([endpoints, rounds]) => columnsOf(endpoints, rounds)))
  return Math.min(...[...measured.values()].map(rounds => median(rounds.map(({ perSecond }) => perSecond))))
}

/** Returns the rounds for each number of endpoints. The order alternates from round to round. */
export async function outRounds(
  client: Client,
  receiver: Receiver,
  { deliveries, rounds, endpointCounts }: Extent,
): Promise<Map<number, Round[]>> {
  const measured = new Map(endpointCounts.map(count => [count, [] as Round[]]))
  for (let round = 0; round < rounds; round += 1)
    for (const endpoints of round % 2 === 0 ? endpointCounts : endpointCounts.toReversed()) {
      const { busy, perSecond, arrived } = await deliver(client, receiver, {
        group: `out-${round}-${endpoints}`,
        ...{ endpoints, deliveries },
      })
      await verifyLast(arrived)
      const bare = await bareRate(receiver.url('bare'), arrived, deliveries, concurrencyOf(endpoints))
      measured.get(endpoints)?.push({ perSecond, bare, busy, repeats: arrived.repeats })
    }
  return measured
}

type Backlog = { group: string; endpoints: number; deliveries: number }

async function deliver(client: Client, receiver: Receiver, { group, endpoints, deliveries }: Backlog) {
  const since = new Date(Date.now() - 1000)
  const ids = await Promise.all(
    Array.from({ length: endpoints }, (_, n) => client.createEndpoint(receiver.url(group, n), matchNothing)),
  )
  await sendConcurrently(deliveries / endpoints, 16, () => client.send(publishRequest({ group })))
  await client.waitForRecoveries(endpoints)
  const watch = watchCores()
  const startedAt = Date.now()
  await Promise.all(ids.map(id => client.recoverMatching(id, { group }, since)))
  const arrived = await receiver.all(group, deliveries)
  const busy = watch()
  for (const id of ids) await client.deleteEndpoint(id)
  return { busy, perSecond: (deliveries / (arrived.lastAt - startedAt)) * 1000, arrived }
}

function columnsOf(endpoints: number, rounds: Round[]) {
  const rates = rounds.map(({ perSecond }) => perSecond)
  const ratios = rounds.map(({ perSecond, bare }) => perSecond / bare)
  return {
    endpoints,
    'out/s': Math.round(median(rates)),
    spread: spread(rates),
    'bare loop/s': Math.round(median(rounds.map(({ bare }) => bare))),
    concurrency: concurrencyOf(endpoints),
    ratio: median(ratios).toFixed(3),
    'of ratios': spread(ratios, 3),
    'cores busy': rounds.map(({ busy }) => busy).join(' '),
    'sent twice': rounds.reduce((sum, { repeats }) => sum + repeats, 0),
  }
}

async function verifyLast({ last }: Arrived): Promise<void> {
  if (!last) throw new Error('No delivery arrived.')
  await verifyWebhook(last.body, last.headers, secret)
}

/** Signs and sends as many bodies like the received one, without storing anything: the baseline of any sender in Node. */
async function bareRate(url: string, { last }: Arrived, count: number, concurrency: number): Promise<number> {
  const event: object = JSON.parse(last?.body ?? '')
  const ms = await sendConcurrently(count, concurrency, async index => {
    const body = JSON.stringify({ ...event, id: `bare-${index}` })
    const timestamp = Date.now()
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-webhook-signature': `t=${timestamp},v1=${signature}`,
    }
    const response = await fetch(url, { method: 'POST', headers, body })
    await response.arrayBuffer()
    if (response.status !== 204) throw new Error(`The sink returned ${response.status}.`)
  })
  return (count / ms) * 1000
}
