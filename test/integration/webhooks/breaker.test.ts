// The circuit breaker: after ten failures in a row QStash pauses the messages of an endpoint.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { arrivedAt, breakerWorld, close, publishMany, slow } from '../../support/webhook-breaker.ts'
import { control } from '../../support/webhook-faults.ts'
import { arrived } from '../../support/webhooks.ts'

const breaker = breakerWorld()
const minutePasses = () => breaker.stack.sweep()

/** The statuses that QStash has received. */
async function answers(): Promise<number[]> {
  const attempts = await control(breaker.stack.qstash, 'GET', 'attempts')
  if (!Array.isArray(attempts)) throw new Error('The controls answer no attempts.')
  return attempts.map(({ status }) => status)
}

test('an endpoint that failed ten times in a row is paused, and its deliveries lose no retry', async () => {
  const { world, door, endpoint, other } = await breaker.makeHeld()
  const seconds = await breaker.heldSeconds(endpoint)
  expect(seconds).toBeGreaterThan(20)
  expect(seconds).toBeLessThanOrEqual(30)
  const before = await answers()

  await publishMany(world, 5)
  await arrived(other, 15)
  await breaker.retriesCome()
  await breaker.stack.qstash.idle()
  expect(door.asked).toHaveLength(10)
  expect(await breaker.attemptsOf(endpoint)).toBe(10)
  const since = (await answers()).slice(before.length)
  expect(new Set(since), 'what the messages of the other endpoint were answered').toEqual(new Set([200]))
  expect(await breaker.flowOf(endpoint)).toMatchObject({ isPaused: true })
})

test('a scheduled run does not end a pause before its time', async () => {
  const { door, endpoint } = await breaker.makeHeld()
  await breaker.retriesCome()
  await minutePasses()
  await sleep(300)
  expect(door.asked).toHaveLength(10)
  expect(await breaker.flowOf(endpoint)).toMatchObject({ isPaused: true })
})

test('after a pause one message is sent first, and all are delivered after its success', async () => {
  const held = await breaker.makeHeld()
  const { world, door, endpoint, events } = held
  const failed = [...events]
  events.push(...(await publishMany(world, 5)))
  await breaker.retriesCome()
  const { promise, resolve } = Promise.withResolvers<number>()
  door.answer = () => promise

  await breaker.passHold(endpoint)
  await minutePasses()
  await arrivedAt(door, 11)
  await sleep(500)
  expect(door.asked).toHaveLength(11)

  resolve(200)
  await breaker.requireAll(held, failed)
})

test('an endpoint that fails again after a pause is paused for longer, after one attempt', async () => {
  const { door, endpoint } = await breaker.makeHeld()
  await breaker.retriesCome()
  await breaker.passHold(endpoint)
  await minutePasses()
  await vi.waitFor(async () => expect(await breaker.heldSeconds(endpoint)).toBeGreaterThan(30), {
    timeout: 20_000,
  })
  expect(await breaker.heldSeconds(endpoint)).toBeLessThanOrEqual(60)
  await sleep(500)
  expect(door.asked).toHaveLength(11)
  expect(await breaker.flowOf(endpoint)).toMatchObject({ isPaused: true })
})

test('after one success the other waiting messages are sent in parallel again', async () => {
  const held = await breaker.makeHeld()
  const { door, endpoint, events } = held
  await breaker.retriesCome()
  slow(door)
  await breaker.passHold(endpoint)
  await minutePasses()
  await breaker.requireAll(held, [...events])
  expect(door.most).toBeGreaterThan(1)
})

test('messages published after that success are sent in parallel', async () => {
  const held = await breaker.makeHeld()
  const { world, door, endpoint, events } = held
  await breaker.retriesCome()
  door.answer = () => Promise.resolve(200)
  await breaker.passHold(endpoint)
  await minutePasses()
  await breaker.requireAll(held, [...events])
  slow(door)
  await publishMany(world, 6)
  await arrivedAt(door, 26)
  expect(door.most).toBeGreaterThan(1)
})

test('failures with successes between them are not in a row, whenever the attempts started', async () => {
  const { world, door, endpoint } = await breaker.makeOpen()
  close(door)
  await publishMany(world, 16)
  await arrivedAt(door, 16)
  await breaker.answer(door, endpoint, 5, 500)
  await breaker.answer(door, endpoint, 6, 200)
  await breaker.answer(door, endpoint, 5, 500)
  expect(await breaker.heldSeconds(endpoint)).toBeNull()
})
