// The outbox: a committed event is delivered, whatever fails between the commit and QStash, or at QStash.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { delivery, event } from '../../../db/schema/webhook.ts'
import { newSid } from '../../../db/sid.ts'
import { type VirtualClock, virtualClock } from '../../../tools/qstash/clock.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { freePort } from '../../support/start.ts'
import { sidOf } from '../../support/tokens.ts'
import { clientOf, control, divertRequests, isRelay, refuseRequests } from '../../support/webhook-faults.ts'
import {
  arrived,
  type Endpoint,
  eventIds,
  makeEndpoint,
  publish,
  type Sink,
  settled,
  startSink,
  webhookStack,
} from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

let clock: VirtualClock
let stack: Stack
let sink: Sink
let world: World
let endpoint: Endpoint
beforeAll(async () => {
  clock = virtualClock()
  stack = await webhookStack({ qstash: { clock, controls: true } })
  sink = await startSink()
})
beforeEach(async () => {
  world = await makeWorld(stack)
  endpoint = await makeEndpoint(world, sink.receiver())
})
afterAll(async () => {
  await stack?.close()
  await sink?.close()
})

const patiently = { timeout: 20_000 }

let restore: (() => unknown) | undefined
afterEach(async () => {
  await restore?.()
  restore = undefined
})

const isOurs = () => eq(delivery.applicationSid, sidOf('AP', world.applicationSid))
const minute = sql`interval '1 minute'`

/** The one delivery of the test, with the seconds until the outbox publishes it. */
async function row() {
  const dueSeconds = sql<number>`extract(epoch from ${delivery.dueDate} - now())::float8`
  const { status, attempts, round, publishedDate } = delivery
  const rows = await stack.db
    .select({ status, attempts, round, publishedDate, dueSeconds })
    .from(delivery)
    .where(isOurs())
  expect(rows).toHaveLength(1)
  return rows[0]
}

/** Moves the time of the next publication to now. */
const passTime = () => stack.db.update(delivery).set({ dueDate: sql`now()` }).where(isOurs())

const setFaults = (faults: object) => control(stack.qstash, 'POST', 'faults', faults)

const minutePasses = () => stack.sweep()
const nothingCame = async () => {
  await sleep(400)
  expect(endpoint.receiver.received).toEqual([])
}
const arrivedOnce = async (eventId: string) => {
  await arrived(endpoint.receiver, 1)
  await settled(world)
  await stack.qstash.idle()
  expect(eventIds(endpoint.receiver)).toEqual([eventId])
  expect(await row()).toMatchObject({ status: 'delivered', attempts: 1 })
}

test('an event of a process that died after the commit is sent by the next scheduled run', async () => {
  const sid = newSid('EV')
  await stack.db.insert(event).values({
    ...{ sid, applicationSid: sidOf('AP', world.applicationSid), topic: 'courses.syllabus' },
    ...{ source: 'sdk', type: 'document.updated', payload: {} },
  })
  await nothingCame()
  await minutePasses()
  await arrivedOnce(sid)
  expect(await row()).toMatchObject({ round: 0 })
})

test('a message that QStash refused is published again after a minute, not before', async () => {
  const { count, stop } = refuseRequests(/^\/v2\/batch/)
  restore = stop
  const eventId = await publish(world)
  await vi.waitFor(() => expect(count()).toBe(3), patiently) // the publisher retries twice
  expect(await row()).toMatchObject({ status: 'pending', publishedDate: null })
  stop()
  await minutePasses()
  await nothingCame()
  expect((await row())?.dueSeconds).toBeLessThanOrEqual(60)

  await passTime()
  await minutePasses()
  await arrivedOnce(eventId)
  expect(await row()).toMatchObject({ round: 0 })
})

test('a message whose acceptance was lost arrives once, however often it is published', async () => {
  await setFaults({ loseResponse: 1 })
  restore = () => setFaults({})
  const eventId = await publish(world)
  await arrived(endpoint.receiver, 1)
  await sleep(1500)
  await passTime()
  await minutePasses()
  await arrivedOnce(eventId)
})

test('a claim of a publisher that died is taken up again after a minute', async () => {
  const qstash = clientOf(stack.qstash)
  const hold = `wh_${endpoint.id}`
  await qstash.flowControl.pause(hold)
  const eventId = await publish(world)
  await vi.waitFor(async () => expect((await row())?.publishedDate).not.toBeNull(), patiently)
  expect(await qstash.messages.cancel({ filter: { flowControlKey: hold } })).toMatchObject({ cancelled: 1 })
  // The rows that the publisher had written when it died.
  await stack.db
    .update(delivery)
    .set({ publishedDate: null, round: 1, dueDate: sql`now() + ${minute}` })
    .where(isOurs())
  await qstash.flowControl.resume(hold)
  await minutePasses()
  await nothingCame()
  await passTime()
  await minutePasses()
  await arrivedOnce(eventId)
  expect(await row()).toMatchObject({ round: 1 })
})

test('a message that QStash has lost is published again after 15 minutes, not before', async () => {
  const qstash = clientOf(stack.qstash)
  const hold = `wh_${endpoint.id}`
  await qstash.flowControl.pause(hold)
  const eventId = await publish(world)
  await vi.waitFor(async () => expect((await row())?.publishedDate).not.toBeNull(), patiently)
  expect(await qstash.messages.cancel({ filter: { flowControlKey: hold } })).toMatchObject({ cancelled: 1 })
  await qstash.flowControl.resume(hold)
  await minutePasses()
  await nothingCame()
  const dueSeconds = (await row())?.dueSeconds
  expect(dueSeconds).toBeGreaterThan(14 * 60)
  expect(dueSeconds).toBeLessThanOrEqual(15 * 60)

  await passTime()
  await minutePasses()
  await arrivedOnce(eventId)
})

test('a message that QStash could not deliver to us is published again, and has lost no attempt', async () => {
  const nobody = await freePort()
  let tries = 0
  restore = divertRequests(url => {
    if (!isRelay(url) || tries === 6) return url
    tries += 1
    return new URL(url.pathname, `http://127.0.0.1:${nobody}`)
  })
  const eventId = await publish(world)
  await vi.waitFor(() => expect(tries).toBe(1), patiently)
  await stack.qstash.idle()
  for (let step = 0; step < 10 && tries < 6; step++) await clock.advanceToNext()
  expect(tries).toBe(6)
  await arrivedOnce(eventId)
  expect(await row()).toMatchObject({ round: 1 })
})
