// Deliveries while SEALING_KEY is not the key of the database: they wait, and lose no attempt.
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { attempt, delivery } from '../../../db/schema/webhook.ts'
import { callerOf } from '../../support/client.ts'
import { changeSealingKey } from '../../support/sealing-probe.ts'
import { sidOf } from '../../support/tokens.ts'
import { arrived, makeEndpoint, publish, type Reply, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

// Its own stack, since it is not ready during the test.
const system = stackWithSink({ webhookRetryBaseMs: 999, webhookEndpointLimit: 51 })

const ready = () => callerOf(system.stack)('GET', '/readyz')

let restore: (() => Promise<void>) | undefined
afterEach(() => restore?.())

const deliveriesOf = ({ applicationSid }: World) =>
  system.stack.db
    .select()
    .from(delivery)
    .where(eq(delivery.applicationSid, sidOf('AP', applicationSid)))
const attemptsOf = ({ applicationSid }: World) =>
  system.stack.db
    .select()
    .from(attempt)
    .where(eq(attempt.applicationSid, sidOf('AP', applicationSid)))

test('/readyz names the sealing key, and the system is ready again with the correct one', async () => {
  expect((await ready()).status).toBe(200)
  restore = await changeSealingKey(system.stack)
  const answer = await ready()
  expect([answer.status, answer.text('code'), answer.text('check')]).toEqual([
    503,
    'not_ready',
    'sealing_key',
  ])
  expect(answer.roundTrips).toBe(1)
  await restore()
  expect((await ready()).status).toBe(200)
})

test('an event waits in the outbox without an attempt, and is delivered with the correct key', async () => {
  const world = await makeWorld(system.stack)
  const { receiver } = await makeEndpoint(world, system.sink.receiver())
  restore = await changeSealingKey(system.stack)
  await publish(world)
  for (let sweeps = 0; sweeps < 3; sweeps += 1) await system.stack.sweep()
  await system.stack.qstash.idle()
  expect(await deliveriesOf(world)).toMatchObject([
    { status: 'pending', attempts: 0, round: 0, publishedDate: null },
  ])
  expect(receiver.received).toEqual([])
  await restore()
  await system.stack.sweep()
  await settled(world)
  expect(await deliveriesOf(world)).toMatchObject([{ status: 'delivered', attempts: 1 }])
  expect(receiver.received).toHaveLength(1)
})

test('a delivery that QStash already has returns to the outbox at its next attempt, which is not counted', async () => {
  const world = await makeWorld(system.stack)
  const first = Promise.withResolvers<Reply>()
  const { receiver } = await makeEndpoint(world, system.sink.receiver(first.promise, { status: 204 }))
  await publish(world)
  await arrived(receiver, 1)
  restore = await changeSealingKey(system.stack)
  first.resolve({ status: 500 })
  await expect.poll(() => attemptsOf(world), { timeout: 20_000 }).toHaveLength(1)
  await expect
    .poll(() => deliveriesOf(world), { timeout: 20_000 })
    .toMatchObject([{ status: 'pending', attempts: 1, round: 1, publishedDate: null }])
  await system.stack.sweep()
  await system.stack.qstash.idle()
  expect(receiver.received).toHaveLength(1)
  await restore()
  await system.stack.sweep()
  await settled(world)
  expect(await deliveriesOf(world)).toMatchObject([{ status: 'delivered', attempts: 2 }])
  expect(receiver.received).toHaveLength(2)
})
