// Deleted endpoints leave no pause and no pinned limit at QStash.
import { afterEach, expect, test } from 'vitest'
import { arrivedAt, breakerWorld, close, publishMany } from '../../support/webhook-breaker.ts'
import { delayRequests, type Refusal, refuseRequests } from '../../support/webhook-faults.ts'
import type { Endpoint } from '../../support/webhooks.ts'
import type { World } from '../../support/world.ts'

const breaker = breakerWorld()

let refusal: Pick<Refusal, 'stop'> | undefined
afterEach(() => refusal?.stop())

const remove = async ({ admin }: World, { at }: Endpoint) =>
  expect((await admin('DELETE', at)).status).toBe(204)

/** The limits of the key at QStash. */
const limits = async (endpoint: Endpoint) => {
  const { isPaused, isPinnedParallelism } = await breaker.flowOf(endpoint)
  return { isPaused, isPinnedParallelism }
}
const none = { isPaused: false, isPinnedParallelism: false }

test('the deletion of an endpoint that is paused, or that is sent to one at a time, ends that at QStash', async () => {
  const paused = await breaker.makeHeld()
  await remove(paused.world, paused.endpoint)
  await expect.poll(() => limits(paused.endpoint)).toEqual(none)

  const throttled = await breaker.makeHeld()
  await breaker.passHold(throttled.endpoint)
  await breaker.stack.sweep()
  expect(await limits(throttled.endpoint)).toEqual({ isPaused: false, isPinnedParallelism: true })
  await remove(throttled.world, throttled.endpoint)
  await expect.poll(() => limits(throttled.endpoint)).toEqual(none)

  // Nothing limits them again.
  await breaker.retriesCome()
  await breaker.stack.sweep()
  for (const { endpoint } of [paused, throttled]) {
    expect(await limits(endpoint)).toEqual(none)
    expect(await breaker.heldSeconds(endpoint)).toBeNull()
  }
})

test('a limit of a deleted endpoint that QStash does not end is ended by the next scheduled run', async () => {
  const { world, endpoint } = await breaker.makeHeld()
  const { count, stop } = refuseRequests(/^\/v2\/flowControl\/\w+\/(un)?pin/)
  refusal = { stop }
  await remove(world, endpoint)
  await expect.poll(count).toBeGreaterThan(0)
  stop()
  await breaker.stack.sweep()
  expect(await limits(endpoint)).toEqual(none)
})

test('an endpoint that is deleted while it is released is not limited afterwards', async () => {
  const { world, endpoint } = await breaker.makeHeld()
  await breaker.passHold(endpoint)
  const delayed = delayRequests(/flowControl\/\w+\/pin/)
  refusal = delayed
  const released = breaker.stack.sweep()
  await expect.poll(delayed.count).toBe(1)
  await remove(world, endpoint)
  delayed.stop()
  await released
  await breaker.stack.sweep()
  expect(await limits(endpoint)).toEqual(none)
})

test('attempts in progress do not pause an endpoint that was deleted meanwhile', async () => {
  const { world, door, endpoint } = await breaker.makeOpen()
  close(door)
  await publishMany(world, 11)
  await arrivedAt(door, 11)
  await remove(world, endpoint)
  await breaker.answer(door, endpoint, 11, 500)
  expect(await breaker.heldSeconds(endpoint)).toBeNull()
  expect(await limits(endpoint)).toEqual(none)
})
