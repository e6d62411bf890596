// A new URL of a paused endpoint: another receiver, which has not failed.
import { expect, test } from 'vitest'
import { arrivedAt, breakerWorld, close, publishMany } from '../../support/webhook-breaker.ts'
import { type Endpoint, eventIds, type Receiver, startSink } from '../../support/webhooks.ts'
import type { World } from '../../support/world.ts'

const breaker = breakerWorld()

const move = async ({ admin }: World, { at }: Endpoint, { url }: Pick<Receiver, 'url'>) =>
  expect((await admin('PUT', at, { body: { url } })).status).toBe(200)

test('a new URL ends the pause of an endpoint, and the new receiver gets what waited', async () => {
  const sink = await startSink()
  try {
    const { world, endpoint, events } = await breaker.makeHeld()
    events.push(...(await publishMany(world, 3)))
    await breaker.retriesCome()
    const receiver = sink.receiver()
    await move(world, endpoint, receiver)
    await expect.poll(() => breaker.heldSeconds(endpoint)).toBeNull()
    await expect.poll(() => eventIds(receiver).toSorted()).toEqual(events.toSorted())
    const flow = expect.poll(() => breaker.flowOf(endpoint))
    await flow.toMatchObject({ isPaused: false, isPinnedParallelism: false })
  } finally {
    await sink.close()
  }
})

test('the same URL, and other members, do not end the pause of an endpoint', async () => {
  const { world, door, endpoint } = await breaker.makeHeld()
  await move(world, endpoint, door.receiver)
  expect((await world.admin('PUT', endpoint.at, { body: { filter: {} } })).status).toBe(200)
  await breaker.stack.sweep()
  expect(await breaker.heldSeconds(endpoint)).toBeGreaterThan(10)
  expect(await breaker.flowOf(endpoint)).toMatchObject({ isPaused: true })
})

test('requests to the old URL that end after the change neither pause nor count', async () => {
  const sink = await startSink()
  try {
    const { world, door, endpoint } = await breaker.makeOpen()
    close(door)
    await publishMany(world, 16)
    await arrivedAt(door, 16)
    await move(world, endpoint, sink.receiver())
    await breaker.answer(door, endpoint, 16, 500)
    expect(await breaker.heldSeconds(endpoint)).toBeNull()
    expect(await breaker.failuresOf(endpoint)).toEqual({ failures: 0, failingSince: null })
  } finally {
    await sink.close()
  }
})
