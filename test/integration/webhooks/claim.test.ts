// Due deliveries are sent to QStash at once, a hundred at a time, whatever query plan finds the hundred.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { EmbeddedPostgres } from '../../../tools/neon/embedded.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { migratedOn, startTestPostgres } from '../../support/postgres.ts'
import {
  act,
  makeEndpoint,
  publish,
  type Sink,
  settled,
  startSink,
  webhookStack,
} from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

// Its own server, since the test changes the planner settings.
let server: EmbeddedPostgres
let stack: Stack
let sink: Sink
beforeAll(async () => {
  server = await startTestPostgres()
  stack = await webhookStack({ database: { kind: 'server', url: migratedOn(server) } })
  sink = await startSink()
}, 120_000)
afterAll(async () => {
  await stack.close()
  await server.stop()
  await sink.close()
})

const count = 250

/** Makes the planner choose a plan as for an empty outbox, with a subquery that runs for each row. */
async function leaveNestedLoops(): Promise<void> {
  const { db } = stack
  const ways = ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort', 'indexscan', 'bitmapscan']
  for (const way of ways) await db.execute(`alter system set enable_${way} = off`)
  await db.execute('select pg_reload_conf()')
}

test(`${count} recovered deliveries are sent at once, at most 100 per batch, with any plan`, async () => {
  const world = await makeWorld(stack)
  const endpoint = await makeEndpoint(world, sink.receiver(), { filter: { room: 7 } })
  await Promise.all(Array.from({ length: count }, () => publish(world, { room: 8 })))
  expect((await world.admin('PUT', endpoint.at, { body: { filter: { room: 8 } } })).status).toBe(200)
  await leaveNestedLoops()
  await act(world, endpoint, 'recover', { since: '2026-01-01T00:00:00.000Z' })
  await vi.waitFor(() => expect(endpoint.receiver.received).toHaveLength(count), { timeout: 60_000 })
  await settled(world)
  const { rows } = await stack.db.execute<{ together: number }>(
    'select count(*)::int as together from webhook_delivery group by published_date',
  )
  expect(Math.max(...rows.map(({ together }) => together))).toBeLessThanOrEqual(100)
}, 120_000)
