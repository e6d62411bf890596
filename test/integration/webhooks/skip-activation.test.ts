// A skip of deliveries while their endpoint is activated.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { delivery } from '../../../db/schema/webhook.ts'
import { relay } from '../../../src/platform/webhooks/delivery/relay.ts'
import { lockClient } from '../../support/lock-client.ts'
import { sidOf } from '../../support/tokens.ts'
import { act, logOf, makeEndpoint, publish, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const system = stackWithSink({ webhookRetryBaseMs: 20_000 })

const other = lockClient(() => system.stack)

/** An inactive endpoint with a pending delivery, and a call of the relay with its message. */
async function inactive() {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver({ status: 500 }))
  await publish(world)
  await expect.poll(() => logOf(world)).toHaveLength(1)
  await act(world, endpoint, 'deactivate')
  const isOfWorld = eq(delivery.applicationSid, sidOf('AP', world.applicationSid))
  const read = async () => {
    const [row] = await system.stack.db.select().from(delivery).where(isOfWorld)
    return row ?? expect.fail('There is no delivery.')
  }
  const { sid, round } = await read()
  const body = JSON.stringify({ endpointId: endpoint.id, deliveries: [{ id: sid, round }] })
  const env = { db: system.stack.db, log: () => {} } as unknown as Parameters<typeof relay>[1]
  const send = () => relay({ body, round: undefined }, env, () => {})
  return { world, endpoint, read, uuid: sid.slice(2), send }
}

test('a skip that waits for its delivery does not skip it after the endpoint has been activated', async () => {
  const { world, endpoint, read, uuid, send } = await inactive()
  await other.query('begin')
  await other.query('select from webhook_delivery where sid = $1 for update', [uuid])
  const response = send()
  await expect.poll(other.waiting, { interval: 10 }).toBe(1)
  await act(world, endpoint, 'activate')
  await other.query('rollback')
  // QStash sends the message again.
  expect((await response).status).toBe(503)
  expect(await read()).toMatchObject({ status: 'pending' })
})

test('a skip does not wait for an endpoint that is changed just now, and QStash sends the message again', async () => {
  const { endpoint, read, send } = await inactive()
  await other.query('begin')
  try {
    await other.query('select from webhook_endpoint where sid = $1 for update', [endpoint.id.slice(2)])
    expect((await send()).status).toBe(503)
    expect(await read()).toMatchObject({ status: 'pending' })
  } finally {
    await other.query('rollback')
  }
  expect((await send()).status).toBe(200)
  expect(await read()).toMatchObject({ status: 'skipped' })
})
