// Events that their sender repeats, because it does not know that their topic has them.
import { afterEach, expect, test, vi } from 'vitest'
import { ConnectionEvents } from '../../../src/realtime/shard/connection-events.ts'
import { namespaceOf, objectState } from '../../support/objects.ts'
import { sqlStorage } from '../../support/sql-storage.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
const { Topic } = await import('../../../src/realtime/topic/topic.ts')

afterEach(() => {
  vi.useRealTimers()
})

const settle = () => new Promise(setImmediate)

/** A topic whose own presence is published on another one. */
function topicWith(presence: object = {}, { state } = objectState()) {
  return new Topic(state, {
    ...{ shards: namespaceOf({}), hubs: namespaceOf({}), topics: namespaceOf(presence) },
    ...{ monitors: namespaceOf({}), environment: 'test', log: () => {} },
  })
}

type Published = Parameters<ReturnType<typeof topicWith>['publish']>[0]

/** The payloads that the topic has, and its publications, of which the first answers are lost. */
function lossy(topic: string, losses = 1) {
  const made = topicWith()
  const key = { applicationSid: 'AP1', topic }
  let lost = 0
  const publish = (request: Published) => {
    const position = made.publish(request)
    lost += 1
    return lost > losses ? Promise.resolve(position) : Promise.reject(new Error('lost'))
  }
  const payloads = () =>
    made
      .history(key, { limit: -1, reverse: false })
      ?.publications.map(({ json }) => JSON.parse(json).data.payload)
  return { publish, payloads }
}

test('a connection that ends before its connect is repeated has one event of each', async () => {
  const { publish, payloads } = lossy('sockets')
  const events = new ConnectionEvents(sqlStorage().sql, { publish, retryLater: () => {} })
  const payload = { clientId: 'c1', user: 'u' }
  events.record('AP1', 'socket.connect', payload)
  await events.flush()
  events.record('AP1', 'socket.connect', { ...payload, clientId: 'c2' })
  events.record('AP1', 'socket.disconnect', { ...payload, code: 1000 })
  await events.flush()
  expect(payloads()).toEqual([payload, { ...payload, clientId: 'c2' }, { ...payload, code: 1000 }])
})

test('a user who leaves before the join is repeated has both, each once', async () => {
  const { publish, payloads } = lossy('presence.room', 2)
  const room = topicWith({ publish })
  const key = { applicationSid: 'AP1', topic: 'room' }
  await room.subscribe({ key, shard: 's', info: { client: 'c1', user: 'u' }, wantsMoves: false })
  for (const _ of [1, 2]) {
    await room.alarm()
    await settle()
  }
  room.unsubscribe('s', ['c1'])
  await room.alarm()
  await settle()
  expect(payloads()).toEqual([
    { user: 'u', action: 'join', clients: 1 },
    { user: 'u', action: 'leave', clients: 0 },
  ])
})

test('an event that clients publish twice is two events', () => {
  const { publish, payloads } = lossy('room', 0)
  const key = { applicationSid: 'AP1', topic: 'room' }
  for (const _ of [1, 2]) void publish({ key, type: 'socket.message', payloads: ['{"n":1}'] })
  expect(payloads()).toEqual([{ n: 1 }, { n: 1 }])
})

test('a topic that nobody uses any more deletes the ids of its events 24 hours after each', async () => {
  vi.useFakeTimers({ now: 0 })
  const hourMs = 60 * 60 * 1000
  const object = objectState()
  const topic = topicWith({}, object)
  const key = { applicationSid: 'AP1', topic: 'monitor.EX1' }
  const { sql } = object.state.storage
  const ids = () =>
    sql
      .exec<{ id: string }>('select id from platform_event')
      .toArray()
      .map(({ id }) => id)
  topic.publishOfPlatform(key, [{ id: 'EV1', json: '{"payload":{}}' }])
  vi.setSystemTime(hourMs)
  topic.publishOfPlatform(key, [{ id: 'EV2', json: '{"payload":{}}' }])
  vi.setSystemTime(2 * hourMs)
  // The history has 1,000 publications, so it is younger than the ids.
  topic.publish({ key, type: 'socket.message', payloads: Array(1000).fill('{}') })
  for (const [hours, left, nextHours] of [
    [3, ['EV1', 'EV2'], 24],
    [24, ['EV2'], 25],
    [25, [], 26],
  ] as const) {
    vi.setSystemTime(hours * hourMs)
    await topic.alarm()
    expect(ids()).toEqual(left)
    expect(object.alarms.at(-1)).toBe(nextHours * hourMs)
  }
})
