// Endpoints that fail until QStash pauses their messages, and the messages that they get afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { attempt, delivery, webhookEndpoint } from '../../db/schema/webhook.ts'
import { virtualClock } from '../../tools/qstash/clock.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { sidOf } from './tokens.ts'
import { retriesAreDue } from './webhook-clock.ts'
import { type Answerer, clientOf, startAnswerer } from './webhook-faults.ts'
import {
  arrived,
  type Endpoint,
  makeEndpoint,
  publish,
  type Receiver,
  type Sink,
  settled,
  startSink,
  webhookStack,
} from './webhooks.ts'
import { makeWorld, type World } from './world.ts'

/** A receiver that counts simultaneous requests, and responds when the test releases them. */
type Door = {
  receiver: Receiver
  /** The ids of the received events, in order. */
  asked: string[]
  here: number
  most: number
  /** Requests that wait until the test releases them, in order. */
  waiting: ((status: number) => void)[]
  /** The status of the next response: 500 by default. */
  answer(): Promise<number>
}

/** An endpoint that is paused, and one of the same application that works. */
export type Held = { world: World; door: Door; endpoint: Endpoint; other: Receiver; events: string[] }

const webhookRetryBaseMs = 1000

/** Lets all requests succeed, but slowly until two have overlapped: those that are parallel do, also on a busy machine. */
export function slow(door: Door): void {
  door.most = 0
  door.answer = async () => {
    for (let left = 10; left > 0 && door.most < 2; left -= 1) await sleep(100)
    return 200
  }
}

/** Makes all requests wait. */
export function close(door: Door): void {
  door.answer = () => new Promise(resolve => door.waiting.push(resolve))
}

export const publishMany = (world: World, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => publish(world)))

export const arrivedAt = ({ asked }: Door, count: number): Promise<void> =>
  vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(count), { timeout: 20_000 })

/**
 * A stack of the calling file, closed after it, and its endpoints. The time of its QStash is stopped:
 * only first attempts are in progress when an endpoint fails for the tenth time.
 */
export function breakerWorld() {
  const clock = virtualClock()
  let stack: Stack
  let sink: Sink
  let answerer: Answerer
  const doors = new Map<string, Door>()

  beforeAll(async () => {
    stack = await webhookStack({ webhookRetryBaseMs, qstash: { clock, controls: true } })
    sink = await startSink()
    answerer = await startAnswerer(({ path, body }) => pass(doors.get(path), JSON.parse(body).id))
  })
  afterAll(async () => {
    await stack?.close()
    await sink?.close()
    await answerer?.close()
  })

  function makeDoor(): Door {
    const path = `/door-${doors.size}`
    const receiver = { url: `${answerer.url}${path}`, received: [], replies: [] }
    const door = { receiver, asked: [], here: 0, most: 0, waiting: [], answer: () => Promise.resolve(500) }
    doors.set(path, door)
    return door
  }

  const flowOf = ({ id }: Endpoint) => clientOf(stack.qstash).flowControl.get(`wh_${id}`)
  const isIt = ({ id }: Endpoint) => eq(webhookEndpoint.sid, sidOf('WH', id))

  /** The number of deliveries that the outbox has neither published nor kept until the end of the pause. */
  const unclaimed = (endpoint: Endpoint): Promise<number> =>
    stack.db.$count(
      delivery,
      and(
        eq(delivery.endpointSid, sidOf('WH', endpoint.id)),
        eq(delivery.status, 'pending'),
        isNull(delivery.publishedDate),
        sql`${delivery.dueDate} is distinct from
          (select held_until from webhook_endpoint where sid = ${delivery.endpointSid})`,
      ),
    )

  return {
    get stack() {
      return stack
    },
    clock,
    flowOf,
    /** Moves the time of QStash to the second attempts of failed messages, if they are permitted. */
    async retriesCome(): Promise<void> {
      await retriesAreDue(stack)
      await clock.advance(2 * webhookRetryBaseMs)
    },

    async makeOpen(): Promise<{ world: World; door: Door; endpoint: Endpoint }> {
      const world = await makeWorld(stack)
      const door = makeDoor()
      return { world, door, endpoint: await makeEndpoint(world, door.receiver) }
    },

    /** With ten events that failed once. */
    async makeHeld(): Promise<Held> {
      const world = await makeWorld(stack)
      const [door, other] = [makeDoor(), sink.receiver()]
      const endpoint = await makeEndpoint(world, door.receiver)
      await makeEndpoint(world, other)
      const events = await publishMany(world, 10)
      const paused = async () => expect(await flowOf(endpoint)).toMatchObject({ isPaused: true })
      await vi.waitFor(paused, { timeout: 20_000 })
      await arrived(other, 10)
      await stack.qstash.idle()
      expect(door.asked.toSorted()).toEqual(events.toSorted())
      return { world, door, endpoint, other, events }
    },

    /** The remaining time of its pause; null without one. */
    async heldSeconds(endpoint: Endpoint): Promise<number | null | undefined> {
      const seconds = sql<number | null>`extract(epoch from ${webhookEndpoint.heldUntil} - now())::float8`
      const [row] = await stack.db.select({ seconds }).from(webhookEndpoint).where(isIt(endpoint))
      return row?.seconds
    },

    /** Its failures in a row, and since when it fails. */
    async failuresOf(endpoint: Endpoint) {
      const { failures, failingSince } = webhookEndpoint
      const [row] = await stack.db
        .select({ failures, failingSince })
        .from(webhookEndpoint)
        .where(isIt(endpoint))
      return row
    },

    attemptsOf: ({ id }: Endpoint): Promise<number> =>
      stack.db.$count(attempt, eq(attempt.endpointSid, sidOf('WH', id))),

    /** Simulates the end of its pause; the next scheduled run releases the messages. */
    async passHold(endpoint: Endpoint): Promise<void> {
      // The outbox keeps deliveries until the end of the pause. One that it claims later would miss the new end.
      await vi.waitFor(async () => expect(await unclaimed(endpoint)).toBe(0), { timeout: 20_000 })
      await stack.db
        .update(delivery)
        .set({ dueDate: sql`now()` })
        .from(webhookEndpoint)
        .where(and(isIt(endpoint), eq(delivery.dueDate, webhookEndpoint.heldUntil)))
      await stack.db
        .update(webhookEndpoint)
        .set({ heldUntil: sql`now()` })
        .where(and(isIt(endpoint), isNotNull(webhookEndpoint.heldUntil)))
    },

    /** Responds with the status to this number of waiting requests, and waits until that is stored. */
    async answer(door: Door, endpoint: Endpoint, count: number, status: number): Promise<void> {
      const before = await this.attemptsOf(endpoint)
      for (const give of door.waiting.splice(0, count)) give(status)
      const recorded = async () => expect(await this.attemptsOf(endpoint)).toBe(before + count)
      await vi.waitFor(recorded, { timeout: 20_000 })
    },

    /** Expects that all events have arrived, each once, except those that the test let fail first. */
    async requireAll({ world, door, events }: Held, failed: string[]): Promise<void> {
      await settled(world)
      await stack.qstash.idle()
      expect(door.asked.toSorted()).toEqual([...events, ...failed].toSorted())
      const rows = await stack.db
        .select({ status: delivery.status })
        .from(delivery)
        .where(eq(delivery.applicationSid, sidOf('AP', world.applicationSid)))
      expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['delivered']))
    },
  }
}

async function pass(door: Door | undefined, eventId: string): Promise<number> {
  if (!door) return 404
  door.asked.push(eventId)
  door.here += 1
  door.most = Math.max(door.most, door.here)
  const status = await door.answer()
  door.here -= 1
  return status
}
