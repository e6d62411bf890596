// How many events come in: published ones, and changes that are captured.

import { median, spread } from './latency.ts'
import { type Client, publishing, renaming, silence } from './webhooks-client.ts'
import { sendAll } from './webhooks-load.ts'
import type { Receiver } from './webhooks-receiver.ts'

const rounds = 3
const width = 16 // requests under way at once

/** Prints how many events come in: while nobody hears of them, and while one endpoint is sent each. */
export async function measureIn(client: Client, receiver: Receiver, events: number): Promise<void> {
  const users = await Promise.all(Array.from({ length: width }, (_, n) => client.user(n)))
  let names = 0
  const sources = {
    'POST /api/events': () => client.send(publishing({})),
    'PUT of a user, captured': (turn: number) => {
      names += 1
      return client.send(renaming(users[turn % users.length] ?? '', `Renamed ${names}`))
    },
  }
  const rates = new Map<string, number[]>()
  const note = (name: string, perSecond: number) => rates.set(name, [...(rates.get(name) ?? []), perSecond])
  const rateOf = async (send: (turn: number) => Promise<unknown>) =>
    (events / (await sendAll(events, width, send))) * 1000

  for (let round = 0; round < rounds; round += 1)
    for (const [name, send] of Object.entries(sources)) {
      // Where there is no endpoint at all, nothing is captured.
      const silent = await client.listen(receiver.url('nobody'), silence)
      note(`${name}, nobody listens`, await rateOf(send))
      const group = `in-${round}-${name.slice(0, 3)}`
      const listening = await client.listen(receiver.url(group))
      note(`${name}, one endpoint listens`, await rateOf(send))
      await receiver.all(group, events)
      for (const id of [silent, listening]) await client.forget(id)
    }
  console.table(
    [...rates].map(([events, perSecond]) => ({
      events,
      'in/s': Math.round(median(perSecond)),
      spread: spread(perSecond),
    })),
  )
}
