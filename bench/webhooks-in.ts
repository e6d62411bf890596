// Measures the throughput of incoming events: published ones and captured changes.

import { median, spread } from './latency.ts'
import { type Client, matchNothing, publishRequest, renameRequest } from './webhooks-client.ts'
import { sendConcurrently } from './webhooks-load.ts'
import type { Receiver } from './webhooks-receiver.ts'

const rounds = 3
const concurrency = 16 // concurrent requests

/** Prints the rate of incoming events, without a matching endpoint and with one endpoint that receives each event. */
export async function measureIn(client: Client, receiver: Receiver, events: number): Promise<void> {
  const users = await Promise.all(Array.from({ length: concurrency }, (_, n) => client.user(n)))
  let names = 0
  const sources = {
    'POST /api/events': () => client.send(publishRequest({})),
    'PUT of a user, captured': (index: number) => {
      names += 1
      return client.send(renameRequest(users[index % users.length] ?? '', `Renamed ${names}`))
    },
  }
  const rates = new Map<string, number[]>()
  const addRate = (name: string, perSecond: number) =>
    rates.set(name, [...(rates.get(name) ?? []), perSecond])
  const rateOf = async (send: (index: number) => Promise<unknown>) =>
    (events / (await sendConcurrently(events, concurrency, send))) * 1000

  for (let round = 0; round < rounds; round += 1)
    for (const [name, send] of Object.entries(sources)) {
      // Without any endpoint, changes are not captured.
      const silent = await client.createEndpoint(receiver.url('nobody'), matchNothing)
      addRate(`${name}, no matching endpoint`, await rateOf(send))
      const group = `in-${round}-${name.slice(0, 3)}`
      const listening = await client.createEndpoint(receiver.url(group))
      addRate(`${name}, one matching endpoint`, await rateOf(send))
      await receiver.all(group, events)
      for (const id of [silent, listening]) await client.deleteEndpoint(id)
    }
  console.table(
    [...rates].map(([events, perSecond]) => ({
      events,
      'in/s': Math.round(median(perSecond)),
      spread: spread(perSecond),
    })),
  )
}
