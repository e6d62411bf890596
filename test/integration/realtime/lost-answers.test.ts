// Events whose receiver commits them, and whose sender does not learn of it: the sender repeats them.
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlatformEnv } from '../../../src/platform/env.ts'
import { serveRealtimeCall } from '../../../src/platform/realtime/internal.ts'
import { DocumentStore } from '../../../src/realtime/document/store.ts'
import { ConnectionEvents } from '../../../src/realtime/shard/connection-events.ts'
import { namespaceOf, objectState } from '../../support/objects.ts'
import { sqlStorage } from '../../support/sql-storage.ts'
import { makeEndpoint, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
const { Topic } = await import('../../../src/realtime/topic/topic.ts')
const { Document } = await import('../../../src/realtime/document/document.ts')

const started = stackWithSink()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const types = ['socket.connect', 'presence.updated', 'document.updated'] as const

/** Returns a mock of a call whose first answer is lost after its work is done. */
function losing<Input extends unknown[], Result>(call: (...input: Input) => Promise<Result>) {
  const mock = vi.fn(call)
  return mock.mockImplementationOnce(async (...input) => {
    await call(...input)
    throw new Error('The connection is lost.')
  })
}

/** A topic of the world, which hands its events over to the real platform. The first answer of each of both is lost. */
function lossyTopic({ stack: { db } }: World) {
  const env = { db, log: () => {}, publish: () => Promise.resolve(0) } as unknown as PlatformEnv
  const fetch = async (url: string, init: RequestInit) =>
    (await serveRealtimeCall(new Request(url, init), env, () => {})) ?? new Response(null, { status: 404 })
  const platform = { fetch: losing(fetch) }
  const topic = new Topic(objectState().state, {
    ...{ shards: namespaceOf({}), topics: namespaceOf({}), monitors: namespaceOf({}) },
    hubs: namespaceOf({ wanted: () => Promise.resolve([{ installSid: null, types }]) }),
    ...{ platform, environment: 'test', log: () => {} },
  })
  const publish = losing((request: Parameters<typeof topic.publish>[0]) =>
    Promise.resolve(topic.publish(request)),
  )
  return { topic, namespace: namespaceOf({ publish }), publish, calls: [publish, platform.fetch] }
}

type Lossy = ReturnType<typeof lossyTopic>

/** What sends each event to its topic. Each returns what the alarm of the sender runs. */
const senders: Record<(typeof types)[number], (lossy: Lossy, world: World) => () => Promise<void>> = {
  'socket.connect'({ publish }, { applicationSid }) {
    const events = new ConnectionEvents(sqlStorage().sql, { publish, retryLater: () => {} })
    events.record(applicationSid, 'socket.connect', { clientId: 'c1', user: 'AK1', connectedAt: Date.now() })
    return () => events.flush()
  },
  'presence.updated'({ namespace }, { applicationSid }) {
    const room = new Topic(objectState().state, {
      ...{ shards: namespaceOf({}), hubs: namespaceOf({ wanted: () => Promise.resolve([]) }) },
      ...{ topics: namespace, monitors: namespaceOf({}), environment: 'test', log: () => {} },
    })
    const key = { applicationSid, topic: 'room' }
    void room.subscribe({ key, shard: 's', info: { client: 'c1', user: 'AK1' }, wantsMoves: false })
    return () => room.alarm()
  },
  'document.updated'({ namespace }, { applicationSid }) {
    const { state } = objectState()
    new DocumentStore(state.storage.sql).changed({ applicationSid, name: 'notes' }, 'AK1', Date.now())
    const put = () => Promise.resolve()
    const document = new Document(state, {
      ...{ documentLists: namespaceOf({ put }), topics: namespace, accounts: namespaceOf({}) },
      log: () => {},
    })
    return () => document.alarm()
  },
}

/** Waits for the calls that an alarm has started: it does not wait for them itself. */
async function ended({ calls }: Lossy): Promise<void> {
  await new Promise(setImmediate)
  await Promise.allSettled(calls.flatMap(({ mock }) => mock.results.map(({ value }) => value)))
  await new Promise(setImmediate)
}

for (const type of types)
  test(`${type} is one event and one delivery, although the answers of topic and platform are lost`, async () => {
    const world = await makeWorld(started.stack)
    await makeEndpoint(world, started.sink.receiver(), { events: [type] })
    const lossy = lossyTopic(world)
    const send = senders[type](lossy, world)
    for (let attempt = 1; attempt <= 3; attempt++) {
      await send()
      await new Promise(setImmediate)
      await lossy.topic.alarm()
      await ended(lossy)
      vi.setSystemTime(Date.now() + 5000)
    }
    expect(lossy.calls.map(({ mock }) => mock.calls.length)).toEqual([2, 2])
    const { rows } = await world.stack.db.execute(sql`
      select count(distinct event.sid)::int events, count(webhook_delivery.sid)::int deliveries
      from event left join webhook_delivery on event_sid = event.sid
      where event.application_sid = ${world.applicationSid.slice(2)}::uuid and event.type = ${type}`)
    expect(rows).toEqual([{ events: 1, deliveries: 1 }])
  })
