// Pauses that reach QStash late: after their end they have no effect, and none ends a newer one.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { callAsQstash } from '../../support/webhook-batches.ts'
import { arrivedAt, breakerWorld, close, publishMany } from '../../support/webhook-breaker.ts'
import { clientOf, delayRequests, type Refusal } from '../../support/webhook-faults.ts'
import { act, type Endpoint } from '../../support/webhooks.ts'

const breaker = breakerWorld()

let delayed: Refusal | undefined
afterEach(() => delayed?.stop())

const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 20_000 })

const isPaused = async (endpoint: Endpoint) => (await breaker.flowOf(endpoint)).isPaused

/** An endpoint whose pause an operator has ended before QStash receives it. An eleventh request is in progress. */
async function latePause() {
  delayed = delayRequests(/flowControl\/\w+\/pause/)
  const { count, stop } = delayed
  const { world, door, endpoint } = await breaker.makeOpen()
  close(door)
  await publishMany(world, 11)
  await arrivedAt(door, 11)
  await breaker.answer(door, endpoint, 10, 500)
  await eventually(count).toBe(1)
  await act(world, endpoint, 'activate')
  await eventually(() => breaker.heldSeconds(endpoint)).toBeNull()
  return { world, door, endpoint, receivePause: stop }
}

test('a pause that QStash receives after its end does not stop the messages of the endpoint', async () => {
  const { world, door, endpoint, receivePause } = await latePause()
  receivePause()
  await sleep(500)
  await eventually(() => isPaused(endpoint)).toBe(false)
  await breaker.answer(door, endpoint, 1, 200)
  door.answer = () => Promise.resolve(200)
  await publishMany(world, 1)
  await arrivedAt(door, 12)
})

test('a pause that begins while a late one is ended at QStash is kept', async () => {
  const { door, endpoint, receivePause } = await latePause()
  receivePause()
  delayed = delayRequests(/flowControl\/\w+\/resume/)
  await eventually(delayed.count).toBe(1)
  await breaker.answer(door, endpoint, 1, 500)
  await eventually(() => breaker.heldSeconds(endpoint)).toBeGreaterThan(30)
  delayed.stop()
  await sleep(500)
  await eventually(() => isPaused(endpoint)).toBe(true)
})

test('a release message resumes the messages of an endpoint only if it is not paused', async () => {
  const { stack } = breaker
  const release = ({ id }: Endpoint) => callAsQstash(stack, 'release', { endpointId: id })
  const { endpoint: open } = await breaker.makeOpen()
  // The process has ended before it found that the pause was over.
  await clientOf(stack.qstash).flowControl.pause(`wh_${open.id}`)
  expect((await release(open)).status).toBe(200)
  expect(await isPaused(open)).toBe(false)

  const { endpoint: paused } = await breaker.makeHeld()
  expect((await release(paused)).status).toBe(200)
  expect(await isPaused(paused)).toBe(true)
})
