// The time of QStash is simulated and jumps from attempt to attempt; the signing Worker uses the system clock.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWebhook } from '../../../src/verify/index.ts'
import { type VirtualClock, virtualClock } from '../../../tools/qstash/clock.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { retriesAreDue } from '../../support/webhook-clock.ts'
import {
  arrived,
  endpointSecret,
  eventIds,
  makeEndpoint,
  publish,
  type Received,
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
beforeAll(async () => {
  clock = virtualClock()
  stack = await webhookStack({ webhookRetryBaseMs: 10_000, qstash: { clock } })
  sink = await startSink()
  world = await makeWorld(stack)
})
afterAll(async () => {
  await stack?.close()
  await sink?.close()
})

/** The offset of the schedule from the system clock (ms), from this time on. */
type Step = { from: number; elapsed: number }

/** The time on a clock that runs with the system clock and jumps with QStash's. */
function elapsedBetween(steps: Step[], from: number, to: number): number {
  const elapsedAt = (moment: number) => steps.findLast(step => step.from <= moment)?.elapsed ?? 0
  return to - from + elapsedAt(to) - elapsedAt(from)
}

const timeOf = ({ headers }: Received) => Number(headers['x-webhook-timestamp'])

const minute = 60_000
const schedule = [10_000, minute, 6 * minute, 36 * minute, 216 * minute]

test('each attempt of the whole schedule verifies when it arrives, since it is signed at that time', async () => {
  const receiver = sink.receiver(...schedule.map(() => ({ status: 500 })), { status: 200 })
  await makeEndpoint(world, receiver)
  const begin = clock.now()
  const steps: Step[] = [{ from: Date.now(), elapsed: 0 }]
  const eventId = await publish(world, { term: 'spring' })
  await arrived(receiver, 1)
  await stack.qstash.idle()
  while (receiver.received.length < 6 && steps.length < 20) {
    await retriesAreDue(stack)
    const from = Date.now()
    await clock.advanceToNext()
    steps.push({ from, elapsed: clock.now() - begin })
  }

  expect(receiver.received).toHaveLength(6)
  for (const delivery of receiver.received) {
    const { body, headers, at } = delivery
    const now = () => timeOf(delivery) + elapsedBetween(steps, timeOf(delivery), at)
    const event = await verifyWebhook(body, headers, endpointSecret, { toleranceMs: 300_000, now })
    expect(event.id).toBe(eventId)
  }
  expect(new Set(eventIds(receiver))).toEqual(new Set([eventId]))
  const times = receiver.received.map(timeOf)
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))

  expect(steps).toHaveLength(6)
  for (const [at, base] of schedule.entries()) {
    const delay = Number(steps[at + 1]?.elapsed) - Number(steps[at]?.elapsed)
    expect(delay / base).toBeGreaterThanOrEqual(0.8)
    expect(delay / base).toBeLessThanOrEqual(1.2)
  }
  await settled(world)
  await clock.advance(24 * 60 * minute)
  expect(receiver.received).toHaveLength(6)
})
