// What is due at once goes to QStash at once, a hundred at a time, however the database goes about finding the hundred.
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

// A server of its own, whose planner is set.
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

/** Leaves the planner what it chooses while it takes the outbox for empty: a subquery is asked anew for each row. */
async function leaveNestedLoops(): Promise<void> {
  const { db } = stack
  const ways = ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort', 'indexscan', 'bitmapscan']
  for (const way of ways) await db.execute(`alter system set enable_${way} = off`)
  await db.execute('select pg_reload_conf()')
}

test(`${count} deliveries that are recovered go out at once, at most 100 together, whatever the plan`, async () => {
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
