// The alarm of a topic, while the platform does not respond.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { namespaceOf, objectState } from '../../support/objects.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
const { Topic } = await import('../../../src/realtime/topic/topic.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sid = (prefix: string) => `${prefix}${'0'.repeat(32)}`
const room = { applicationSid: sid('AP'), topic: 'room' }
const info = { client: 'c', user: 'u' }

/** A topic with a subscriber, whose events an endpoint receives. Its shard is away for some time. */
async function scene(awayMs: number, key = room, register = async () => {}) {
  const { state, alarms } = objectState()
  const startedAt = Date.now()
  const received: number[] = []
  const deliver = () => {
    const ms = Date.now() - startedAt
    if (ms < awayMs) return Promise.reject(new Error('The shard is away.'))
    received.push(ms)
    return Promise.resolve(true)
  }
  const topic = new Topic(state, {
    ...{ shards: namespaceOf({ deliver }), topics: namespaceOf({ publish: async () => {} }) },
    hubs: namespaceOf({ wanted: async () => [{ installSid: null, types: ['socket.message'] }], register }),
    ...{ monitors: namespaceOf({}), platform: { fetch: () => new Promise(() => {}) } },
    ...{ environment: 'test', log: () => {} },
  })
  await vi.advanceTimersByTimeAsync(0)
  await topic.subscribe({ key, shard: 'any-0', info, wantsMoves: false })
  topic.publish({ key, type: 'socket.message', payloads: ['{}'] })
  await vi.advanceTimersByTimeAsync(0)
  const nextAlarm = () => alarms.splice(0).toSorted((a, b) => a - b)[0]
  return { topic, nextAlarm, received }
}

test('a delivery that failed is repeated after 2 s while the platform does not take the events', async () => {
  const { topic, nextAlarm, received } = await scene(1000)
  // As in the runtime, an alarm runs after the one before it.
  const schedule = () => {
    const next = nextAlarm()
    if (next) setTimeout(run, next - Date.now())
  }
  const run = async () => {
    await topic.alarm()
    schedule()
  }
  schedule()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(received).toEqual([2000])
})

test('events that the platform takes have an alarm, which hands them over again after a crash', async () => {
  const { topic, nextAlarm } = await scene(0)
  await vi.advanceTimersByTimeAsync(1000) // the presence is published
  nextAlarm()
  void topic.alarm()
  await vi.advanceTimersByTimeAsync(0)
  expect(nextAlarm()).toBeLessThanOrEqual(Date.now() + 2000)
})

/** Runs the alarms of a topic, as the runtime does, until the time is over. Returns how many have run. */
async function runAlarms(
  { topic, nextAlarm }: Awaited<ReturnType<typeof scene>>,
  ms: number,
  step: () => void,
) {
  const endAt = Date.now() + ms
  let [runs, at] = [0, Number.POSITIVE_INFINITY]
  for (; Date.now() < endAt; await vi.advanceTimersByTimeAsync(50)) {
    step()
    at = Math.min(at, nextAlarm() ?? at)
    if (at > Date.now()) continue
    runs += 1
    at = Number.POSITIVE_INFINITY
    await topic.alarm()
  }
  return { runs, nextAt: Math.min(at, nextAlarm() ?? at) }
}

test('events have an alarm as long as the platform takes them, so a crash at any time loses none', async () => {
  const topic = await scene(0)
  const { nextAt } = await runAlarms(topic, 10_000, () => {})
  expect(nextAt).toBeLessThanOrEqual(Date.now() + 2000)
})

test('a topic whose events the platform does not take runs no alarm for each publication', async () => {
  const made = await scene(0)
  const publish = () => made.topic.publish({ key: room, type: 'socket.message', payloads: ['{}'] })
  const { runs } = await runAlarms(made, 10_000, publish)
  expect(runs).toBeLessThanOrEqual(10)
})

test('a topic of changes repeats failed deliveries, and has an alarm, while its registration is renewed', async () => {
  const changes = { ...room, topic: 'proctoring.exam_session' }
  let calls = 0
  const register = () => (++calls === 1 ? Promise.resolve() : new Promise<void>(() => {}))
  const { topic, nextAlarm } = await scene(0, changes, register)
  await vi.advanceTimersByTimeAsync(3_600_001)
  nextAlarm()
  let hasEnded = false
  void topic.alarm().then(() => {
    hasEnded = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect([calls, hasEnded]).toEqual([2, true])
  expect(nextAlarm()).toBeLessThanOrEqual(Date.now() + 2000)
})
