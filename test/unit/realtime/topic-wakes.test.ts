// The alarm of a topic, which wakes it after a crash: what it has stored reaches other objects without another call.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PublishRequest } from '../../../src/realtime/contract/objects.ts'
import { namespaceOf, objectState } from '../../support/objects.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
const { Topic } = await import('../../../src/realtime/topic/topic.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sid = (prefix: string) => `${prefix}${'0'.repeat(32)}`
const key = { applicationSid: sid('AP'), topic: `session.${sid('ES')}` }
const info = { client: 'c', user: 'u' }
const request = { key, shard: 'any-0', info, wantsMoves: false, learnerOf: sid('EX') }

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

type Receiver = 'presence topic' | 'monitor'

/** The storage of a topic, and the objects that receive its changes. Those in `lost` do not respond. */
function scene() {
  const { state, alarms } = objectState()
  const lost = new Set<Receiver>()
  const received: [Receiver, unknown][] = []
  const receive = (receiver: Receiver, change: unknown) =>
    lost.has(receiver)
      ? new Promise<never>(() => {})
      : Promise.resolve(void received.push([receiver, change]))
  const topics = {
    publish: ({ payloads: [payload = ''] }: PublishRequest) => receive('presence topic', JSON.parse(payload)),
  }
  const monitors = { connection: (_: unknown, __: unknown, learner: unknown) => receive('monitor', learner) }
  /** The topic as it wakes after a crash, with what is stored. */
  const wake = async () => {
    vi.clearAllTimers()
    const topic = new Topic(state, {
      ...{ topics: namespaceOf(topics), monitors: namespaceOf(monitors), hubs: namespaceOf({}) },
      ...{ shards: namespaceOf({ deliver: async () => true }), environment: 'test', log: () => {} },
    })
    await advance(0)
    return topic
  }
  return { wake, alarms, lost, received }
}

describe('a change', () => {
  test.each([
    ['presence topic', { user: 'u', action: 'join', clients: 1 }],
    ['monitor', { state: 'online', seenAt: expect.any(Number) }],
  ] as const)('has an alarm until the %s has it, also after several crashes', async (receiver, change) => {
    const { wake, alarms, lost, received } = scene()
    lost.add(receiver)
    await (await wake()).subscribe(request)
    expect(alarms).toEqual([Date.now() + 2000])
    for (let crashes = 0; crashes < 2; crashes++) {
      await advance(2000)
      const woken = await wake()
      alarms.length = 0
      await woken.alarm()
      expect(alarms).toEqual([Date.now() + 2000])
    }
    lost.clear()
    await advance(2000)
    await wake()
    expect(received).toContainEqual([receiver, change])
  })

  test('that arrives needs one alarm, after which none is left', async () => {
    const { wake, alarms, received } = scene()
    const topic = await wake()
    await topic.subscribe(request)
    await advance(2000)
    await topic.alarm()
    expect([received.length, alarms.length]).toEqual([2, 1])
  })
})

test('a user who joins or leaves with one of several connections needs no alarm', async () => {
  const { wake, alarms } = scene()
  const topic = await wake()
  const room = { ...request, key: { ...key, topic: 'room' }, learnerOf: undefined }
  await topic.subscribe(room)
  await advance(2000)
  await topic.alarm()
  alarms.length = 0
  await topic.subscribe({ ...room, info: { client: 'other', user: 'u' } })
  topic.unsubscribe('any-0', ['other'])
  await advance(2000)
  expect(alarms).toEqual([])
})
