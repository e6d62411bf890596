// A retry that is granted while QStash's answer to the publication before it is still outstanding.
import { expect, test } from 'vitest'
import { control } from '../../support/webhook-faults.ts'
import { logOf, makeEndpoint, publish, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const system = stackWithSink({ qstash: { controls: true } })

test('a retry is sent, though the publication of the delivery before it is answered only afterwards', async () => {
  for (let round = 0; round < 5; round++) {
    const world = await makeWorld(system.stack)
    const { receiver } = await makeEndpoint(world, system.sink.receiver())
    // Stored and sent, but whoever publishes does not hear of it, and publishes again in a moment.
    await control(system.stack.qstash, 'POST', 'faults', { loseResponse: 1 })
    await publish(world)
    await settled(world)
    await control(system.stack.qstash, 'POST', 'faults', { loseResponse: 0 })
    const [row] = await logOf(world)
    const answer = await world.admin('POST', `/api/webhooks/deliveries/${row?.['deliveryId']}/retry`)
    expect(answer.status, answer.raw).toBe(202)
    const { received } = receiver
    await expect.poll(() => received.length, { timeout: 3000, interval: 20 }).toBe(2)
  }
})
