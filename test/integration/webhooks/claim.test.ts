// What is due at once goes to QStash at once, a hundred at a time, however the database goes about finding the hundred.
import { expect, test, vi } from 'vitest'
import { act, makeEndpoint, publish, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const system = stackWithSink({ database: { kind: 'postgres' } }, 120_000)

const count = 450

/** Leaves the planner what it chooses while it takes the outbox for empty: a subquery is asked anew for each row. */
async function leaveNestedLoops(): Promise<void> {
  const { db } = system.stack
  const ways = ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort', 'indexscan', 'bitmapscan']
  for (const way of ways) await db.execute(`alter system set enable_${way} = off`)
  await db.execute('select pg_reload_conf()')
}

test(`${count} deliveries that are recovered go out at once, at most 100 together, whatever the plan`, async () => {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver(), { filter: { room: 7 } })
  await Promise.all(Array.from({ length: count }, () => publish(world, { room: 8 })))
  expect((await world.admin('PUT', endpoint.at, { body: { filter: { room: 8 } } })).status).toBe(200)
  await leaveNestedLoops()
  await act(world, endpoint, 'recover', { since: '2026-01-01T00:00:00.000Z' })
  await vi.waitFor(() => expect(endpoint.receiver.received).toHaveLength(count), { timeout: 10_000 })
  await settled(world)
  const { rows } = await system.stack.db.execute<{ together: number }>(
    'select count(*)::int as together from webhook_delivery group by published_date',
  )
  expect(Math.max(...rows.map(({ together }) => together))).toBeLessThanOrEqual(100)
}, 30_000)
