// The circuit breaker: after ten failures in a row QStash keeps the messages of an endpoint for a while.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { attempt, delivery, webhookEndpoint } from '../../db/schema/webhook.ts'
import type { Stack } from '../../src/local/stack.ts'
import { sidOf } from '../support/tokens.ts'
import { type Answerer, clientOf, refuseRequests, startAnswerer } from '../support/webhook-faults.ts'
import {
  act,
  arrived,
  type Endpoint,
  makeEndpoint,
  publish,
  type Receiver,
  type Sink,
  settled,
  startSink,
  webhookStack,
} from '../support/webhooks.ts'
import { makeWorld, type World } from '../support/world.ts'

let stack: Stack
let sink: Sink
let doors: Answerer
beforeAll(async () => {
  // A retry comes after one second: nothing but first attempts is under way when the tenth has failed.
  stack = await webhookStack({ webhookRetryBaseMs: 1000, qstash: { controls: true } })
  sink = await startSink()
  doors = await startAnswerer(async ({ path, body }) => {
    const door = allDoors.get(path)
    return door ? pass(door, JSON.parse(body).id) : 404
  })
})
afterAll(async () => {
  await stack?.close()
  await sink?.close()
  await doors?.close()
})

let accept: (() => void) | undefined
afterEach(() => accept?.())

/** A receiver that counts how many are there at once, and answers when the test says. */
type Door = { receiver: Receiver; asked: string[]; here: number; most: number; answer(): Promise<number> }
const allDoors = new Map<string, Door>()

function makeDoor(): Door {
  const path = `/door-${allDoors.size}`
  const receiver = { url: `${doors.url}${path}`, received: [], replies: [] }
  const door = { receiver, asked: [], here: 0, most: 0, answer: async () => 500 }
  allDoors.set(path, door)
  return door
}

async function pass(door: Door, eventId: string): Promise<number> {
  door.asked.push(eventId)
  door.here += 1
  door.most = Math.max(door.most, door.here)
  const status = await door.answer()
  door.here -= 1
  return status
}

type Held = { world: World; door: Door; endpoint: Endpoint; other: Receiver; events: string[] }

const keyOf = ({ id }: Endpoint) => `wh_${id}`
const flowOf = (endpoint: Endpoint) => clientOf(stack.qstash).flowControl.get(keyOf(endpoint))
const publishMany = (world: World, count: number) =>
  Promise.all(Array.from({ length: count }, () => publish(world)))

/** An endpoint that failed ten times and is held, beside one that works, of the same application. */
async function makeHeld(): Promise<Held> {
  const world = await makeWorld(stack)
  const [door, other] = [makeDoor(), sink.receiver()]
  const endpoint = await makeEndpoint(world, door.receiver)
  await makeEndpoint(world, other)
  const events = await publishMany(world, 10)
  await vi.waitFor(async () => expect(await flowOf(endpoint)).toMatchObject({ isPaused: true }), {
    timeout: 10_000,
  })
  await arrived(other, 10)
  await stack.qstash.idle()
  expect(door.asked.toSorted()).toEqual(events.toSorted())
  return { world, door, endpoint, other, events }
}

const isEndpoint = ({ id }: Endpoint) => eq(webhookEndpoint.sid, sidOf('WH', id))
const heldSeconds = async (endpoint: Endpoint) => {
  const seconds = sql<number>`extract(epoch from ${webhookEndpoint.heldUntil} - now())::float8`
  const [row] = await stack.db.select({ seconds }).from(webhookEndpoint).where(isEndpoint(endpoint))
  return row?.seconds
}
const attemptsOf = ({ id }: Endpoint) => stack.db.$count(attempt, eq(attempt.endpointSid, sidOf('WH', id)))

/** What the end of the time of a hold brings, within the next minute. */
async function endHold(endpoint: Endpoint) {
  const { rowCount } = await stack.db
    .update(webhookEndpoint)
    .set({ heldUntil: sql`now()` })
    .where(isEndpoint(endpoint))
  expect(rowCount).toBe(1)
  await stack.sweep()
}

const requests = async (): Promise<{ url: string; status: number }[]> =>
  (await fetch(new URL('/__test/attempts', stack.qstash.url))).json()

const retriesWouldHaveCome = () => sleep(1500)

/** All that the endpoint was sent has arrived there, once, but for what the test let fail. */
async function requireAll({ world, door, events }: Held, failed: string[]) {
  await settled(world)
  expect(door.asked.toSorted()).toEqual([...events, ...failed].toSorted())
  const rows = await stack.db
    .select({ status: delivery.status })
    .from(delivery)
    .where(eq(delivery.applicationSid, sidOf('AP', world.applicationSid)))
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['delivered']))
}

test('an endpoint that failed ten times in a row is left alone, and costs its deliveries no retry', async () => {
  const held = await makeHeld()
  const { world, door, endpoint, other } = held
  expect(await heldSeconds(endpoint)).toBeGreaterThan(20)
  expect(await heldSeconds(endpoint)).toBeLessThanOrEqual(30)
  const [attempts, before] = [await attemptsOf(endpoint), await requests()]

  await publishMany(world, 5)
  await arrived(other, 15)
  await retriesWouldHaveCome()
  expect(door.asked).toHaveLength(10)
  expect(await attemptsOf(endpoint)).toBe(attempts)
  const since = (await requests()).slice(before.length).map(({ status }) => status)
  expect(since, 'requests to the relay, all of the other endpoint').toEqual([200, 200, 200, 200, 200])
  expect(await flowOf(endpoint)).toMatchObject({ isPaused: true, waitListSize: 15 })
})

test('a minute that passes does not end a hold before its time', async () => {
  const { door, endpoint } = await makeHeld()
  await retriesWouldHaveCome()
  await stack.sweep()
  await sleep(300)
  expect(door.asked).toHaveLength(10)
  expect(await flowOf(endpoint)).toMatchObject({ isPaused: true })
})

test('after a hold one message goes first, and all are delivered once it has succeeded', async () => {
  const held = await makeHeld()
  const { world, door, endpoint, events } = held
  const failed = [...events]
  events.push(...(await publishMany(world, 5)))
  await retriesWouldHaveCome()
  const { promise, resolve } = Promise.withResolvers<number>()
  door.answer = () => promise

  await endHold(endpoint)
  await vi.waitFor(() => expect(door.asked).toHaveLength(11))
  await sleep(500)
  expect(door.asked).toHaveLength(11)

  resolve(200)
  await requireAll(held, failed)
})

test('one that fails again after a hold is held for longer, at the cost of one attempt', async () => {
  const { door, endpoint } = await makeHeld()
  await retriesWouldHaveCome()
  await endHold(endpoint)
  await vi.waitFor(async () => expect(await heldSeconds(endpoint)).toBeGreaterThan(30))
  expect(await heldSeconds(endpoint)).toBeLessThanOrEqual(60)
  await sleep(500)
  expect(door.asked).toHaveLength(11)
  expect(await flowOf(endpoint)).toMatchObject({ isPaused: true })
})

/** Answers well, but slowly, so that those that go side by side meet. */
const slowly = async () => {
  await sleep(200)
  return 200
}

test('once one has succeeded after a hold, the others that wait go side by side again', async () => {
  const held = await makeHeld()
  const { door, endpoint, events } = held
  await retriesWouldHaveCome()
  door.answer = slowly
  door.most = 0
  await endHold(endpoint)
  await requireAll(held, [...events])
  expect(door.most).toBeGreaterThan(1)
})

test('what is published after a success goes side by side', async () => {
  const held = await makeHeld()
  const { world, door, endpoint, events } = held
  await retriesWouldHaveCome()
  door.answer = async () => 200
  await endHold(endpoint)
  await requireAll(held, [...events])
  ;[door.answer, door.most] = [slowly, 0]
  await publishMany(world, 6)
  await arrivedAt(door, 26)
  expect(door.most).toBeGreaterThan(1)
})

const arrivedAt = ({ asked }: Door, count: number) =>
  vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(count), { timeout: 10_000 })
