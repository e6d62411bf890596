// How often a delivery asks the database.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Stack, startStack } from '../tools/stack/stack.ts'
import { readState } from '../tools/stack/state.ts'
import { inDirectory } from './directory.ts'
import { type Client, clientOf, publishing, silence } from './webhooks-client.ts'
import { sendAll } from './webhooks-load.ts'
import type { Receiver } from './webhooks-receiver.ts'

const requestTrips = 2 // of each request of ours; the rest are the deliveries'
const settleMs = 1000

/** Prints the round trips of a delivery, alone and of a backlog, in a system of this process that counts them. */
export async function measureTrips(receiver: Receiver, backlog: number): Promise<void> {
  await inDirectory(async stateDir => {
    const stack = await startStack({ port: 0, stateDir, database: { kind: 'memory' } })
    try {
      const demo: Record<string, string> = JSON.parse((await readState(stateDir, 'demo.json')) ?? '')
      await count(stack, clientOf({ ...stack, demo }), receiver, backlog)
    } finally {
      await stack.close()
    }
  })
}

async function count(stack: Stack, client: Client, receiver: Receiver, backlog: number): Promise<void> {
  const since = new Date(Date.now() - 1000)
  const late = await client.listen(receiver.url('trips-backlog'), silence)
  await sendAll(backlog, 16, () => client.send(publishing({})))
  const tripsOf = async (
    group: string,
    { deliveries, requests }: { deliveries: number; requests: number },
    work: () => Promise<unknown>,
  ) => {
    const before = stack.roundTrips()
    await work()
    await receiver.all(group, deliveries)
    await sleep(settleMs) // what is written down after the answer of the sink
    return (stack.roundTrips() - before - requests * requestTrips) / deliveries
  }
  const ofBacklog = await tripsOf('trips-backlog', { deliveries: backlog, requests: 2 }, () =>
    client.catchUp(late, {}, since),
  )
  await client.forget(late)
  await client.listen(receiver.url('trips-alone'))
  const alone = await tripsOf('trips-alone', { deliveries: 1, requests: 1 }, () =>
    client.send(publishing({})),
  )
  console.table([
    { 'trips of a delivery': `of a backlog of ${backlog}`, trips: ofBacklog.toFixed(2) },
    { 'trips of a delivery': 'alone', trips: alone.toFixed(2) },
  ])
}
