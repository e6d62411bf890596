// How many deliveries go out, beside a bare loop that signs and sends the same bodies to the same sink.

import { createHmac } from 'node:crypto'
import { verifyWebhook } from '../src/verify/index.ts'
import { median, spread } from './latency.ts'
import { watchCores } from './machine.ts'
import { type Client, publishing, secret, silence } from './webhooks-client.ts'
import { sendAll } from './webhooks-load.ts'
import type { Receiver } from './webhooks-receiver.ts'
import type { Arrived } from './webhooks-sink.ts'

const rounds = 3
const endpointCounts = [1, 5, 10]

/** What the queue has under way at once: 20 of an endpoint, 100 of one destination, as our relay is to it. */
const widthOf = (endpoints: number): number => Math.min(20 * endpoints, 100)

type Round = { perSecond: number; bare: number; busy: string; repeats: number }

type Extent = { deliveries: number; rounds: number; endpointCounts: readonly number[] }

/**
 * Prints how fast a backlog is delivered to 1, 5 and 10 endpoints. Nothing else is asked of the system meanwhile: the
 * events are there before the endpoints hear of any, which then catch up.
 * @param deliveries of each round, a multiple of 10
 * @returns the least of the medians
 */
export async function measureOut(client: Client, receiver: Receiver, deliveries: number): Promise<number> {
  const measured = await outRounds(client, receiver, { deliveries, rounds, endpointCounts })
  console.table([...measured].map(([endpoints, rounds]) => shown(endpoints, rounds)))
  return Math.min(...[...measured.values()].map(rounds => median(rounds.map(({ perSecond }) => perSecond))))
}

/** The rounds for each number of endpoints, in an order that changes from round to round. */
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
      await mustBeGenuine(arrived)
      const bare = await bareRate(receiver.url('bare'), arrived, deliveries, widthOf(endpoints))
      measured.get(endpoints)?.push({ perSecond, bare, busy, repeats: arrived.repeats })
    }
  return measured
}

type Backlog = { group: string; endpoints: number; deliveries: number }

async function deliver(client: Client, receiver: Receiver, { group, endpoints, deliveries }: Backlog) {
  const since = new Date(Date.now() - 1000)
  const ids = await Promise.all(
    Array.from({ length: endpoints }, (_, n) => client.listen(receiver.url(group, n), silence)),
  )
  await sendAll(deliveries / endpoints, 16, () => client.send(publishing({ group })))
  const watch = watchCores()
  const startedAt = Date.now()
  await Promise.all(ids.map(id => client.catchUp(id, { group }, since)))
  const arrived = await receiver.all(group, deliveries)
  const busy = watch()
  for (const id of ids) await client.forget(id)
  return { busy, perSecond: (deliveries / (arrived.lastAt - startedAt)) * 1000, arrived }
}

function shown(endpoints: number, rounds: Round[]) {
  const rates = rounds.map(({ perSecond }) => perSecond)
  const ratios = rounds.map(({ perSecond, bare }) => perSecond / bare)
  return {
    endpoints,
    'out/s': Math.round(median(rates)),
    spread: spread(rates),
    'bare loop/s': Math.round(median(rounds.map(({ bare }) => bare))),
    'at once': widthOf(endpoints),
    ratio: median(ratios).toFixed(3),
    'of ratios': spread(ratios, 3),
    'cores busy': rounds.map(({ busy }) => busy).join(' '),
    'sent twice': rounds.reduce((sum, { repeats }) => sum + repeats, 0),
  }
}

async function mustBeGenuine({ last }: Arrived): Promise<void> {
  if (!last) throw new Error('Nothing came in.')
  await verifyWebhook(last.body, last.headers, secret)
}

/** Signs and sends as many bodies like the one that came in, with nothing stored: the limit of any sender in Node. */
async function bareRate(url: string, { last }: Arrived, count: number, width: number): Promise<number> {
  const event: object = JSON.parse(last?.body ?? '')
  const ms = await sendAll(count, width, async turn => {
    const body = JSON.stringify({ ...event, id: `bare-${turn}` })
    const timestamp = Date.now()
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-webhook-signature': `t=${timestamp},v1=${signature}`,
    }
    const answer = await fetch(url, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    if (answer.status !== 204) throw new Error(`The sink answered ${answer.status}.`)
  })
  return (count / ms) * 1000
}
