// A claim of the outbox while the pause of its endpoint ends.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delivery } from '../../../db/schema/webhook.ts'
import { lockClient } from '../../support/lock-client.ts'
import { sidOf } from '../../support/tokens.ts'
import { act, makeEndpoint, publish, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const system = stackWithSink()
const gate = 7

const other = lockClient(() => system.stack)
beforeAll(async () => {
  // A claim that keeps a delivery until the end of a pause waits here, between its snapshot and its end.
  await other.query(`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${gate});
      return new;
    end $$;
    create trigger gate before update on webhook_delivery for each row
    when (new.published_date is null and new.due_date > now() + interval '5 minutes')
    execute function wait_at_gate()`)
})
afterAll(() => other.query('drop function wait_at_gate cascade'))

/** An endpoint that is paused for ten minutes, and a claim of its only delivery that has read the end of the pause. */
async function claimedInPause() {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver())
  await system.stack.db.execute(sql`update webhook_endpoint set failures = 10,
    held_until = now() + interval '10 minutes' where sid = ${endpoint.id.slice(2)}::uuid`)
  await other.query(`select pg_advisory_lock(${gate})`)
  await publish(world)
  await expect.poll(other.waiting, { interval: 10 }).toBe(1)
  return { world, endpoint, open: () => other.query(`select pg_advisory_unlock(${gate})`) }
}

test('a delivery that is claimed while its endpoint is activated does not wait for the old end of the pause', async () => {
  const { world, endpoint, open } = await claimedInPause()
  let isActive = false
  const activated = act(world, endpoint, 'activate').then(() => {
    isActive = true
  })
  await expect.poll(async () => isActive || (await other.waiting()) > 1).toBe(true)
  await open()
  await activated
  await expect.poll(() => endpoint.receiver.received.length).toBe(1)
})

test('a claim does not wait for a paused endpoint that is changed just now, nor keep its delivery', async () => {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver())
  const neighbour = await makeEndpoint(world, system.sink.receiver())
  const sid = endpoint.id.slice(2)
  await other.query(`update webhook_endpoint set held_until = now() + interval '10 minutes' where sid = $1`, [
    sid,
  ])
  await other.query('begin')
  try {
    await other.query('select from webhook_endpoint where sid = $1 for no key update', [sid])
    await publish(world)
    await expect.poll(() => neighbour.receiver.received.length).toBe(1)
    const published = () =>
      system.stack.db.$count(
        delivery,
        and(eq(delivery.endpointSid, sidOf('WH', endpoint.id)), isNotNull(delivery.publishedDate)),
      )
    await expect.poll(published).toBe(1)
  } finally {
    await other.query('rollback')
  }
  expect(endpoint.receiver.received).toEqual([])
})
