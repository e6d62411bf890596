// The circuit breaker under failures: no endpoint stays paused or throttled because another step failed.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { delivery } from '../../../db/schema/webhook.ts'
import { callbacks } from '../../../src/platform/webhooks/delivery/queue.ts'
import { sidOf } from '../../support/tokens.ts'
import { arrivedAt, breakerWorld, close, publishMany, slow } from '../../support/webhook-breaker.ts'
import { retriesAreDue } from '../../support/webhook-clock.ts'
import { control, refuseRequests } from '../../support/webhook-faults.ts'
import { act, deadLettersOf, settled } from '../../support/webhooks.ts'

const breaker = breakerWorld()
const minutePasses = () => breaker.stack.sweep()

const patiently = { timeout: 20_000 }

let restore: (() => unknown) | undefined
afterEach(() => restore?.())

test('a pause that QStash refuses to end is ended by a later scheduled run', async () => {
  const held = await breaker.makeHeld()
  const { door, endpoint, events } = held
  await breaker.retriesCome()
  door.answer = () => Promise.resolve(200)
  await breaker.passHold(endpoint)
  const { stop } = refuseRequests(/^\/v2\/flowControl\/\w+\/(pin|resume)/)
  restore = stop
  await minutePasses().catch(() => {})
  stop()
  await minutePasses()
  await breaker.requireAll(held, [...events])
})

test('a success just after a pause does not leave the endpoint paused for good', async () => {
  const { world, door, endpoint } = await breaker.makeOpen()
  await publishMany(world, 1)
  await vi.waitFor(async () => expect(await breaker.attemptsOf(endpoint)).toBe(1), patiently)
  close(door)
  await publishMany(world, 12)
  await arrivedAt(door, 13)
  await breaker.answer(door, endpoint, 9, 500)
  await breaker.answer(door, endpoint, 3, 200)
  door.answer = () => Promise.resolve(200)

  await breaker.passHold(endpoint)
  await minutePasses()
  await breaker.retriesCome()
  await settled(world)
  expect(door.asked).toHaveLength(23)
})

test('an endpoint is sent to in parallel again although QStash refused that at its first success', async () => {
  const held = await breaker.makeHeld()
  const { world, door, endpoint, events } = held
  await breaker.retriesCome()
  door.answer = () => Promise.resolve(200)
  const { count, stop } = refuseRequests(/^\/v2\/flowControl\/\w+\/(un)?pin\?.*(parallelism=(true|20))/)
  restore = stop
  await breaker.passHold(endpoint)
  await minutePasses()
  await arrivedAt(door, 11)
  await vi.waitFor(() => expect(count()).toBeGreaterThan(0), patiently)
  stop()
  await minutePasses()
  await breaker.requireAll(held, [...events])
  slow(door)
  await publishMany(world, 6)
  await arrivedAt(door, 26)
  expect(door.most).toBeGreaterThan(1)
})

test('an activated endpoint gets its deliveries in parallel', async () => {
  const { world, door, endpoint } = await breaker.makeOpen()
  slow(door)
  await act(world, endpoint, 'deactivate')
  await act(world, endpoint, 'activate')
  await publishMany(world, 6)
  await arrivedAt(door, 6)
  expect(door.most).toBeGreaterThan(1)
})

test('an endpoint that is paused and activated again gets the waiting deliveries', async () => {
  const held = await breaker.makeHeld()
  const { world, door, endpoint, events } = held
  await breaker.retriesCome()
  door.answer = () => Promise.resolve(200)
  await act(world, endpoint, 'activate')
  await breaker.requireAll(held, [...events])
})

test('a message that waits at QStash beyond the publishing timeout is not published a second time', async () => {
  const held = await breaker.makeHeld()
  const { world, door, endpoint, events } = held
  await breaker.retriesCome()
  slow(door)
  const before = await rounds(world.applicationSid)
  await breaker.stack.db
    .update(delivery)
    .set({ dueDate: sql`now()` })
    .where(eq(delivery.applicationSid, sidOf('AP', world.applicationSid)))
  await breaker.passHold(endpoint)
  await minutePasses()
  await breaker.requireAll(held, [...events])
  expect(await rounds(world.applicationSid), 'messages that were published again').toEqual(before)
})

const rounds = async (applicationSid: string) => {
  const rows = await breaker.stack.db
    .select({ round: delivery.round })
    .from(delivery)
    .where(eq(delivery.applicationSid, sidOf('AP', applicationSid)))
    .orderBy(delivery.sid)
  return rows.map(({ round }) => round)
}

test('a late failure callback, after a manual retry, does not send the delivery twice', async () => {
  const { qstash } = breaker.stack
  const { world, door } = await breaker.makeOpen()
  await control(qstash, 'POST', 'faults', { callbackDelayMs: 1500 })
  restore = () => control(qstash, 'POST', 'faults', {})
  await publishMany(world, 1)
  await arrivedAt(door, 1)
  await qstash.idle()
  for (let step = 0; step < 200 && door.asked.length < 6; step++) {
    await retriesAreDue(breaker.stack)
    await breaker.clock.advanceToNext()
  }
  const { promise, resolve } = Promise.withResolvers<number>()
  door.answer = () => promise
  await settled(world)
  const [dead] = await deadLettersOf(world)
  await act(world, { at: `/api/webhooks/deliveries/${dead?.['id']}` }, 'retry')
  await arrivedAt(door, 7)

  const late = breaker.clock.advance(2000)
  await vi.waitFor(async () => expect(await failureCallbacks()).toEqual([200]), patiently)
  await sleep(500)
  resolve(200)
  await late
  await qstash.idle()
  expect(door.asked).toHaveLength(7)
})

/** The responses that QStash got to its failure callbacks. */
async function failureCallbacks(): Promise<number[]> {
  const attempts = await control(breaker.stack.qstash, 'GET', 'attempts')
  if (!Array.isArray(attempts)) throw new Error('The controls answer no attempts.')
  return attempts.filter(({ url }) => url.includes(callbacks.failed)).map(({ status }) => status)
}
