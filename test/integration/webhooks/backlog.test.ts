// The outbox with more due deliveries than a batch.
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { delivery } from '../../../db/schema/webhook.ts'
import { sidOf } from '../../support/tokens.ts'
import { act, type Endpoint, makeEndpoint, publish, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink({}, 180_000)

/** Inserts deliveries to the endpoint that have been due for an hour. */
const insertDue = (world: World, { id }: Endpoint, count: number) =>
  system.stack.db.execute(sql`
    with made as (
      insert into event (sid, application_sid, topic, source, type, payload)
      select uuid_v7(), ${world.applicationSid.slice(2)}::uuid, 'invigil.test', 'sdk', 'document.updated', '{}'
      from generate_series(1, ${count}::integer) returning sid, application_sid
    )
    insert into webhook_delivery (sid, application_sid, event_sid, endpoint_sid, due_date)
    select uuid_v7(), application_sid, sid, ${id.slice(2)}::uuid, now() - interval '1 hour' from made`)

test('an event does not wait for the many due deliveries of another application', {
  timeout: 120_000,
}, async () => {
  const [crowded, other] = [await makeWorld(system.stack), await makeWorld(system.stack)]
  const inactive = await makeEndpoint(crowded, system.sink.receiver())
  await act(crowded, inactive, 'deactivate')
  const { receiver } = await makeEndpoint(other, system.sink.receiver())
  const count = 3000
  await insertDue(crowded, inactive, count)
  await publish(other)
  await settled(other)
  const isOf = ({ applicationSid }: World) => eq(delivery.applicationSid, sidOf('AP', applicationSid))
  // A publisher that has not finished after 20 seconds leaves the rest to the next scheduled run.
  const pending = async () => {
    await system.stack.sweep()
    return system.stack.db.$count(delivery, and(isOf(crowded), eq(delivery.status, 'pending')))
  }
  await expect.poll(pending, { timeout: 90_000, interval: 2000 }).toBe(0)
  expect(receiver.received).toHaveLength(1)
  const before = sql`${delivery.publishedDate} < (select published_date from webhook_delivery
    where application_sid = ${other.applicationSid.slice(2)}::uuid)`
  expect(await system.stack.db.$count(delivery, isOf(crowded))).toBe(count)
  expect(await system.stack.db.$count(delivery, sql`${isOf(crowded)} and ${before}`)).toBeLessThanOrEqual(200)
})
