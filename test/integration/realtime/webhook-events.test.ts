// Events of topics for webhook endpoints.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Centrifuge } from 'centrifuge'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { late, repeatedIfLate } from '../../support/late.ts'
import { clientWith, connected, disconnectAll, jwtOf } from '../../support/realtime.ts'
import { fewestTrips } from '../../support/round-trips.ts'
import { rounds } from '../../support/rounds.ts'
import { usualDatabase } from '../../support/stack.ts'
import { arrived, eventIds, makeEndpoint, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const started = stackWithSink()
afterAll(disconnectAll)

/** Connected clients with one token. */
async function clientsOf(world: World, count: number): Promise<Centrifuge[]> {
  const token = await jwtOf(world, ['subscribe', 'publish'])
  const clients = Array.from({ length: count }, () => clientWith(world.stack.baseUrl, token))
  for (const client of clients) client.connect()
  await Promise.all(clients.map(client => client.ready(20_000)))
  return clients
}

const endpointFor = (world: World, ...events: string[]) =>
  makeEndpoint(world, started.sink.receiver(), { events })

/** 200 publications a second. */
const seconds = rounds({ quick: 2, all: 5 })
const published = 200 * seconds

test(`${published} publications on a topic in ${seconds} seconds are ${published} deliveries, each once, in at most ${4 * seconds} inserts`, async () => {
  const world = await makeWorld(started.stack)
  const { receiver } = await endpointFor(world, 'socket.message')
  const clients = await clientsOf(world, 20)
  const startedAt = performance.now()
  for (let round = 0; round < 5 * seconds; round++) {
    const publishing = clients.flatMap((client, of) =>
      Array.from({ length: 2 }, (_, n) => client.publish('room.busy', { n: round * 40 + of * 2 + n })),
    )
    await Promise.all([...publishing, sleep(200)])
  }
  // A slow machine takes longer to publish.
  const spent = Math.max(seconds, (performance.now() - startedAt) / 1000)
  await arrived(receiver, published)
  await settled(world)
  const bodies = receiver.received.map(({ body }) => JSON.parse(body))
  expect(new Set(eventIds(receiver)).size).toBe(published)
  expect(bodies.map(({ payload }) => payload.n).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: published }, (_, n) => n),
  )
  const newest = (await clients[0]?.history('room.busy', { limit: 1, reverse: true }))?.publications[0]
  expect(bodies.find(({ id }) => id === newest?.data.id)).toEqual(newest?.data)
  const { rows } = await world.stack.db.execute<{ inserts: number; events: number }>(sql`
    select count(distinct xmin::text)::int inserts, count(*)::int events from event
    where application_sid = ${world.applicationSid.slice(2)}::uuid and source = 'socket'`)
  expect(rows[0]?.events).toBe(published)
  expect(rows[0]?.inserts).toBeLessThanOrEqual(4 * spent)
})

test('without an endpoint that receives them, publications take no round trip to the database', async () => {
  const world = await makeWorld(started.stack)
  await endpointFor(world, 'document.deleted')
  const [client] = await clientsOf(world, 1)
  await client?.publish('room.first', {})
  await sleep(1500)
  const trips = await fewestTrips(started.stack, 0, async attempt => {
    for (let n = 0; n < 40; n++) await client?.publish(`room.new-${attempt}-${n % 4}`, { n })
    await sleep(1500)
  })
  expect(trips).toBe(0)
})

test(
  'an endpoint receives each publication that begins after its 201, and after its activation',
  repeatedIfLate,
  async () => {
    const world = await makeWorld(started.stack)
    const [client] = await clientsOf(world, 1)
    for (let n = 0; n < 20; n++) await client?.publish('room.new', { n })
    await sleep(1500)
    const { receiver, at } = await endpointFor(world, 'socket.message')
    for (let n = 20; n < 40; n++) await client?.publish('room.new', { n })
    await arrived(receiver, 20)
    await settled(world)
    expect((await world.admin('POST', `${at}/deactivate`, { body: {} })).status).toBe(200)
    await client?.publish('room.new', { n: 40 })
    await sleep(1500)
    expect((await world.admin('POST', `${at}/activate`, { body: {} })).status).toBe(200)
    for (let n = 41; n < 50; n++) await client?.publish('room.new', { n })
    await arrived(receiver, 29)
    await settled(world)
    const numbers: number[] = receiver.received.map(({ body }) => JSON.parse(body).payload.n)
    // A stall delays the topic, which hands its publications over within 1.5 s, until the endpoint is active.
    const early = numbers.filter(n => n < 20 || n === 40)
    if (early.length > 0)
      late(`Publication ${early[0]} was handed over after the endpoint had become active.`)
    expect(numbers.toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 20 }, (_, n) => 20 + n),
      ...Array.from({ length: 9 }, (_, n) => 41 + n),
    ])
  },
)

test('connections and presence have events too, each of its type', async () => {
  const world = await makeWorld(started.stack)
  const { receiver } = await endpointFor(world, 'socket.connect', 'socket.disconnect', 'presence.updated')
  const client = await connected(world)
  const subscription = client.newSubscription('room.present')
  subscription.subscribe()
  await subscription.ready(20_000)
  await client.publish('room.present', { n: 1 })
  await arrived(receiver, 2)
  client.disconnect()
  await arrived(receiver, 4)
  await settled(world)
  const events = receiver.received.map(({ body }) => JSON.parse(body))
  const user = expect.stringMatching(/^AK/)
  const ofType = (type: string) => events.filter(event => event.type === type)
  expect(events).toHaveLength(4)
  expect(ofType('socket.connect')).toMatchObject([{ topic: 'sockets', payload: { user } }])
  expect(ofType('socket.disconnect')).toMatchObject([{ topic: 'sockets', payload: { user } }])
  expect(ofType('presence.updated')).toMatchObject(
    ['join', 'leave'].map(action => ({ topic: 'presence.room.present', payload: { user, action } })),
  )
})

test('an endpoint of an install receives only what belongs to the install', async () => {
  const world = await makeWorld(started.stack)
  const members = { events: ['socket.message', 'socket.connect'], installSid: world.installSid }
  const { receiver } = await makeEndpoint(world, started.sink.receiver(), members)
  const topic = `installs.${world.installSid}.room`
  const { call } = await world.credential([{ effect: 'Allow', actions: ['*'], resources: ['*'] }])
  const body = { applicationId: world.applicationSid, permissions: ['publish'] }
  const bound = clientWith(world.stack.baseUrl, (await call('POST', '/auth/token', { body })).text('token'))
  bound.connect()
  const [client] = await clientsOf(world, 1)
  await client?.publish('room.other', { n: 0 })
  await client?.publish(topic, { n: 1 })
  await client?.publish('installs.AI00000000000000000000000000000000.room', { n: 2 })
  await bound.publish(topic, { n: 3 })
  await arrived(receiver, 3)
  await settled(world)
  const events = receiver.received.map(({ body }) => JSON.parse(body))
  expect(events.map(({ payload }) => payload.n).toSorted()).toEqual([1, 3, undefined])
  expect(events.filter(({ type }) => type === 'socket.connect')).toMatchObject([
    { payload: { user: expect.stringMatching(/^AK/) } },
  ])
})

test('text that Postgres cannot store is replaced in the delivery and delays no other event', async () => {
  const world = await makeWorld(started.stack)
  const { receiver } = await endpointFor(world, 'socket.message')
  const [client] = await clientsOf(world, 1)
  await client?.publish('room.odd', { text: 'a\0b\ud800c', '\0': 1 })
  await client?.publish('room.odd', { text: 'next' })
  await arrived(receiver, 2)
  const payloads = receiver.received.map(({ body }) => JSON.parse(body).payload)
  expect(payloads).toContainEqual({ text: 'a\uFFFDb\uFFFDc', '\uFFFD': 1 })
  expect(payloads).toContainEqual({ text: 'next' })
})

test('this file counts round trips and transactions of a real Postgres', () => {
  expect(usualDatabase.kind).toBe('postgres')
})
