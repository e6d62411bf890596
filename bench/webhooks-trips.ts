// Counts the round trips to the database of a delivery.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Stack, startStack } from '../tools/stack/stack.ts'
import { readState } from '../tools/stack/state.ts'
import { inDirectory } from './directory.ts'
import { type Client, clientOf, matchNothing, publishRequest } from './webhooks-client.ts'
import { sendConcurrently } from './webhooks-load.ts'
import type { Receiver } from './webhooks-receiver.ts'

const requestTrips = 2 // of each request of the bench; the others are those of the deliveries
const settleMs = 1000

/** Prints the round trips of a single delivery and of a backlog, on a system in this process that counts them. */
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
  const endpoint = await client.createEndpoint(receiver.url('trips-backlog'), matchNothing)
  await sendConcurrently(backlog, 16, () => client.send(publishRequest({})))
  const tripsOf = async (
    group: string,
    { deliveries, requests }: { deliveries: number; requests: number },
    work: () => Promise<unknown>,
  ) => {
    const before = stack.roundTrips()
    await work()
    await receiver.all(group, deliveries)
    await sleep(settleMs) // until the writes after the sink's response are done
    return (stack.roundTrips() - before - requests * requestTrips) / deliveries
  }
  const ofBacklog = await tripsOf('trips-backlog', { deliveries: backlog, requests: 2 }, () =>
    client.recoverMatching(endpoint, {}, since),
  )
  await client.deleteEndpoint(endpoint)
  await client.createEndpoint(receiver.url('trips-single'))
  const single = await tripsOf('trips-single', { deliveries: 1, requests: 1 }, () =>
    client.send(publishRequest({})),
  )
  console.table([
    { 'trips of a delivery': `of a backlog of ${backlog}`, trips: ofBacklog.toFixed(2) },
    { 'trips of a delivery': 'single', trips: single.toFixed(2) },
  ])
}
