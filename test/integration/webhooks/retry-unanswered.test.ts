// QStash sends a message before it acknowledges the publication: an attempt or a resend is then recorded first.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { delivery } from '../../../db/schema/webhook.ts'
import { rounds } from '../../support/rounds.ts'
import { sidOf } from '../../support/tokens.ts'
import { control } from '../../support/webhook-faults.ts'
import { logOf, makeEndpoint, publish, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const retryBaseMs = 20_000
const system = stackWithSink({ qstash: { controls: true }, webhookRetryBaseMs: retryBaseMs })

test('a retry is sent even if the previous publication of the delivery gets its response later', async () => {
  for (let round = 0; round < rounds({ quick: 2, all: 5 }); round++) {
    const world = await makeWorld(system.stack)
    const { receiver } = await makeEndpoint(world, system.sink.receiver())
    // Stored and sent, but the publisher gets no response, and publishes again soon.
    await control(system.stack.qstash, 'POST', 'faults', { loseResponse: 1 })
    await publish(world)
    await settled(world)
    await control(system.stack.qstash, 'POST', 'faults', { loseResponse: 0 })
    const [row] = await logOf(world)
    const answer = await world.admin('POST', `/api/webhooks/deliveries/${row?.['deliveryId']}/retry`)
    expect(answer.status, answer.raw).toBe(202)
    const { received } = receiver
    // No scheduled run sends it.
    await expect.poll(() => received.length, { interval: 20 }).toBe(2)
  }
})

test('an attempt that is recorded before the publication keeps the due date of the next attempt', async () => {
  const world = await makeWorld(system.stack)
  await makeEndpoint(world, system.sink.receiver({ status: 500 }))
  // With this seed, the response to the first publication is lost, and the repeated publication is acknowledged.
  await control(system.stack.qstash, 'POST', 'faults', { loseResponse: 0.5, seed: 8 })
  await publish(world)
  const minDelayMs = 0.8 * retryBaseMs
  const row = () =>
    system.stack.db
      .select({
        attempts: delivery.attempts,
        isPublished: sql<boolean>`${delivery.publishedDate} is not null`,
        delayMs: sql<number>`extract(epoch from ${delivery.dueDate} - interval '15 minutes' - ${delivery.publishedDate})::float8 * 1000`,
      })
      .from(delivery)
      .where(eq(delivery.applicationSid, sidOf('AP', world.applicationSid)))
  await expect.poll(row, { timeout: 20_000 }).toMatchObject([{ attempts: 1, isPublished: true }])
  await control(system.stack.qstash, 'POST', 'faults', {})
  const [published] = await row()
  expect(published?.delayMs).toBeGreaterThan(minDelayMs - 2000) // published 100 ms after the first publication
})
