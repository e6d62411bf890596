// Deliveries that are skipped because their endpoint is not active, while something else happens to them.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Transact } from '../../../db/client.ts'
import { delivery } from '../../../db/schema/webhook.ts'
import { relay } from '../../../src/platform/webhooks/delivery/relay.ts'
import { sidOf } from '../../support/tokens.ts'
import { callAsQstash } from '../../support/webhook-batches.ts'
import { startAnswerer } from '../../support/webhook-faults.ts'
import { act, logOf, makeEndpoint, publish, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink({ webhookRetryBaseMs: 20_000 })

async function rowOf({ applicationSid }: World) {
  const isOfWorld = eq(delivery.applicationSid, sidOf('AP', applicationSid))
  const [row] = await system.stack.db.select().from(delivery).where(isOfWorld)
  return row ?? expect.fail('There is no delivery.')
}

test('a success counts also if another call has skipped the delivery meanwhile', async () => {
  const answer = Promise.withResolvers<number>()
  let asked = 0
  const answerer = await startAnswerer(() => {
    asked += 1
    return answer.promise
  })
  try {
    const world = await makeWorld(system.stack)
    const endpoint = await makeEndpoint(world, { url: answerer.url, received: [], replies: [] })
    await publish(world)
    await expect.poll(() => asked).toBe(1)
    await act(world, endpoint, 'deactivate')
    const { sid, round } = await rowOf(world)
    const repeated = { endpointId: endpoint.id, deliveries: [{ id: sid, round }] }
    expect((await callAsQstash(system.stack, 'relay', repeated)).status).toBe(200)
    expect(await rowOf(world)).toMatchObject({ status: 'skipped', attempts: 0 })
    answer.resolve(204)
    await expect.poll(() => logOf(world)).toMatchObject([{ success: true, attempts: 1 }])
    expect(await rowOf(world)).toMatchObject({ status: 'delivered', attempts: 1 })

    await act(world, endpoint, 'activate')
    const recovered = await act(world, endpoint, 'recover', { since: '2026-01-01T00:00:00Z' })
    expect(recovered.count('recovered')).toBe(0)
  } finally {
    answer.resolve(204)
    await answerer.close()
  }
})

test('a delivery is not skipped after its endpoint has been activated', async () => {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver({ status: 500 }))
  await publish(world)
  await expect.poll(() => logOf(world)).toHaveLength(1)
  await act(world, endpoint, 'deactivate')
  const { sid, round } = await rowOf(world)
  let statements = 0
  // The endpoint is activated after the relay has read it.
  const wrap =
    (transact: Transact): Transact =>
    async queries => {
      statements += 1
      if (statements === 2) await act(world, endpoint, 'activate')
      return transact(queries)
    }
  const db = system.stack.db.$through(wrap)
  const body = JSON.stringify({ endpointId: endpoint.id, deliveries: [{ id: sid, round }] })
  const env = { db, log: () => {} } as unknown as Parameters<typeof relay>[1]
  const response = await relay({ body, round: undefined }, env, () => {})
  expect(statements).toBe(2)
  expect(await rowOf(world)).toMatchObject({ status: 'pending' })
  // QStash sends the message again.
  expect(response.status).toBe(503)
})
