// Messages with several deliveries: each delivery keeps its own request, record and retry.
import { expect, test } from 'vitest'
import { verifyWebhook } from '../../../src/verify/index.ts'
import { inTime, repeatedIfLate } from '../../support/late.ts'
import { fewestTrips } from '../../support/round-trips.ts'
import { batchScenes } from '../../support/webhook-batches.ts'
import { clientOf, startAnswerer } from '../../support/webhook-faults.ts'
import {
  act,
  arrived,
  endpointSecret,
  eventIds,
  logOf,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import type { World } from '../../support/world.ts'

// Its own system, whose round trips are counted.
const system = stackWithSink({ qstash: { controls: true }, webhookRetryBaseMs: 500 })

const { rowsOf, callRelay, missed, held } = batchScenes(system)

/** A message starts attempts for this time. What a busy machine has not started then gets messages of its own. */
const startMs = 1000

const statusesOf = async (world: World) => (await rowsOf(world)).map(({ status }) => status)

test('20 deliveries of a message take one round trip to read and one to record, and each has its attempt', async () => {
  let scene = await held(20)
  const trips = await fewestTrips(
    system.stack,
    2,
    async () => expect((await scene.send()).status).toBe(200),
    async attempt => {
      if (attempt > 1) scene = await held(20)
    },
  )
  expect(trips).toBe(2)
  const { world, events, receiver } = scene
  expect(eventIds(receiver).toSorted()).toEqual(events.toSorted())
  expect(await statusesOf(world)).toEqual(Array.from({ length: 20 }, () => 'delivered'))
  const log = await logOf(world)
  expect(log).toHaveLength(20)
  expect(new Set(log.map(row => row['deliveryId'])).size).toBe(20)
  for (const row of log) expect(row).toMatchObject({ attempts: 1, success: true, statusCode: 204 })
})

test('each delivery of a message has its own id and signature, and the same members in the same order', async () => {
  const { receiver, send } = await held(3)
  await send()
  const signatures = receiver.received.map(({ headers }) => headers['x-webhook-signature'])
  expect(new Set(signatures).size).toBe(3)
  for (const { body, headers } of receiver.received) {
    const event = await verifyWebhook(body, headers, endpointSecret)
    expect(headers['webhook-id']).toBe(event.id)
    expect(Object.keys(JSON.parse(body))).toEqual(['id', 'topic', 'source', 'type', 'payload', 'metadata'])
    expect(Object.keys(JSON.parse(body).metadata)).toEqual(['timestamp', 'table', 'operation', 'environment'])
  }
})

test('deliveries that are due together are published in messages of 20 to the same endpoint', async () => {
  const { world, endpoint, events, receiver, resume } = await held(45)
  // Counted while QStash holds them: a delivery that does not start within a second gets a message of its own.
  const { flowControl } = clientOf(system.stack.qstash)
  expect(await flowControl.get(`wh_${endpoint.id}`)).toMatchObject({ waitListSize: 3 })
  await resume()
  await settled(world)
  expect(eventIds(receiver).toSorted()).toEqual(events.toSorted())
})

test.each([
  ['one request that takes long delays', 1],
  ['more requests that take long than are sent at once delay', 7],
])('%s no other delivery of the message, neither its request nor its record', async (_, count) => {
  const released = Promise.withResolvers<number>()
  const asked: string[] = []
  const answerer = await startAnswerer(({ body }) => {
    asked.push(JSON.parse(body).id)
    return asked.length <= count ? released.promise : Promise.resolve(204)
  })
  try {
    const receiver = { url: `${answerer.url}/`, received: [], replies: [] }
    const { world, events, recover } = await missed(20, receiver)
    await recover()
    const delivered = async () => (await statusesOf(world)).filter(status => status === 'delivered')
    await expect.poll(delivered, { timeout: 14_000 }).toHaveLength(20 - count) // before their timeout
    released.resolve(204)
    await settled(world)
    expect(asked.toSorted()).toEqual(events.toSorted())
    expect((await rowsOf(world)).map(({ attempts }) => attempts)).toEqual(events.map(() => 1))
  } finally {
    await answerer.close()
  }
})

test('a delivery that fails is retried alone, after its delay; the others of its message are not repeated', async () => {
  const { world, events, receiver, recover } = await missed(
    20,
    system.sink.receiver({ status: 500 }, { status: 204 }),
  )
  await recover()
  await arrived(receiver, 21)
  await settled(world)
  const ids = eventIds(receiver)
  const failed = ids[0] ?? expect.fail('nothing came')
  expect(ids.toSorted()).toEqual([...events, failed].toSorted())
  const [first, last] = [0, ids.lastIndexOf(failed)].map(at => receiver.received[at]?.at ?? 0)
  expect(Number(last) - Number(first)).toBeGreaterThanOrEqual(0.8 * 500)
  const log = await logOf(world)
  expect(log.map(({ attempts }) => attempts).toSorted()).toEqual([...events.map(() => 1), 2])
  const retried = (await rowsOf(world)).filter(({ attempts }) => attempts === 2)
  expect(retried).toMatchObject([{ status: 'delivered', round: 1 }])
})

test(
  'a message that QStash repeats sends nothing that is recorded, and nothing that has a message of its own',
  repeatedIfLate,
  async () => {
    const { world, receiver, send } = await held(20, system.sink.receiver({ status: 500 }, { status: 204 }))
    const startedAt = performance.now()
    const answers = [await send(), await send(), await send()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    if (receiver.received.length < 20) inTime(performance.now() - startedAt, startMs)
    expect(receiver.received).toHaveLength(20)
    const rows = await rowsOf(world)
    expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(19)
    expect(rows.filter(({ status }) => status === 'pending')).toMatchObject([{ attempts: 1, round: 1 }])
  },
)

test(
  'ten failures in a row within a message pause the endpoint, and the unsent deliveries lose no attempt',
  repeatedIfLate,
  async () => {
    const { world, endpoint, receiver, recover } = await missed(20, system.sink.receiver({ status: 500 }))
    const startedAt = performance.now()
    await recover()
    const flow = () => clientOf(system.stack.qstash).flowControl.get(`wh_${endpoint.id}`)
    await expect.poll(flow).toMatchObject({ isPaused: true })
    if (receiver.received.length > 11) inTime(performance.now() - startedAt, startMs)
    expect(receiver.received.length).toBeGreaterThanOrEqual(10)
    expect(receiver.received.length).toBeLessThan(12) // the tenth failure and those in progress
    const attempts = (await rowsOf(world)).map(row => row.attempts)
    expect(attempts.filter(count => count === 0)).toHaveLength(20 - receiver.received.length)
    await act(world, endpoint, 'deactivate')
  },
)

test('after 410 no other delivery of the message is sent: they are skipped', repeatedIfLate, async () => {
  const { world, receiver, recover } = await missed(20, system.sink.receiver({ status: 410 }))
  const startedAt = performance.now()
  await recover()
  await settled(world)
  if (receiver.received.length > 2) inTime(performance.now() - startedAt, startMs)
  expect(receiver.received.length).toBeLessThanOrEqual(2) // those that were in progress
  const statuses = await statusesOf(world)
  expect(statuses.filter(status => status === 'dead')).toHaveLength(receiver.received.length)
  expect(statuses.filter(status => status === 'skipped')).toHaveLength(20 - receiver.received.length)
})

test('a message of the build before, with the id of one delivery, is delivered', async () => {
  const { world, receiver, deliveries } = await held(1)
  expect((await callRelay({ deliveryId: deliveries[0]?.id })).status).toBe(200)
  expect(receiver.received).toHaveLength(1)
  expect(await statusesOf(world)).toEqual(['delivered'])
})

test('deliveries whose payloads together exceed the size of a read are all sent, each once', async () => {
  const { world, events, receiver, recover } = await missed(12, system.sink.receiver(), {
    text: 'x'.repeat(250_000),
  })
  await recover()
  await settled(world)
  expect(eventIds(receiver).toSorted()).toEqual(events.toSorted())
})
