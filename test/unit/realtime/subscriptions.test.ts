// The subscriptions of a shard, with a topic whose calls a test delays.
import { expect, test, vi } from 'vitest'
import type { SubscribeRequest, SubscribeResult } from '../../../src/realtime/contract/objects.ts'
import type { Authority } from '../../../src/realtime/shard/authority.ts'
import { Connection } from '../../../src/realtime/shard/connection.ts'
import { replyBurst } from '../../../src/realtime/shard/limits.ts'
import { ShardStore } from '../../../src/realtime/shard/store.ts'
import { Subscriptions } from '../../../src/realtime/shard/subscriptions.ts'
import type { Identity } from '../../../src/shared/realtime/connection.ts'
import { namespaceOf, objectState } from '../../support/objects.ts'
import { sqlStorage } from '../../support/sql-storage.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
const { Topic } = await import('../../../src/realtime/topic/topic.ts')

const identity: Identity = {
  ...{ user: 'AK1', accountSid: 'AC1', applicationSid: 'AP1', installSid: null, permissions: ['subscribe'] },
  ...{ expiresAt: 0, sessionSid: null, familySid: null, kid: null },
} as never

const monitor = `monitor.EX${'0'.repeat(32)}`

/** A shard with one connection, and a topic. */
function scene(name = 'room') {
  const key = { applicationSid: 'AP1', topic: name }
  const state = {
    isConnected: true,
    failures: 0,
    snapshot: { epoch: '', offset: 0 },
    isPermitted: true,
    beforeSnapshot: () => {},
    subscribe: (request: SubscribeRequest): Promise<SubscribeResult> => topic.subscribe(request),
    unsubscribe: async (shard: string, clients: string[]) => topic.unsubscribe(shard, clients),
  }
  const shard = { deliver: async (delivery: never) => made.deliver(delivery) }
  const topic = new Topic(objectState().state, {
    ...{ shards: namespaceOf(shard), hubs: namespaceOf({}), topics: namespaceOf({}) },
    ...{ monitors: namespaceOf({}), environment: 'test', log: () => {} },
  })
  const stub = {
    subscribe: (request: SubscribeRequest) => state.subscribe(request),
    unsubscribe: (...input: [string, string[]]) => state.unsubscribe(...input),
  }
  const store = new ShardStore(sqlStorage().sql)
  const monitors = {
    snapshot() {
      state.beforeSnapshot()
      return Promise.resolve({ ...state.snapshot, data: { learners: [] } })
    },
  }
  const authority = {
    require: () => (state.isPermitted ? Promise.resolve() : Promise.reject(new Error('permission denied'))),
  }
  const made = new Subscriptions({
    ...{ topics: namespaceOf(stub), monitors: namespaceOf(monitors), store, name: () => 'any-0' },
    authority: authority as unknown as Authority,
    ...{ slow: () => {}, isConnected: () => state.isConnected },
    retryLater: () => {
      state.failures += 1
    },
  } as never)
  const sent: string[] = []
  const socket = { send: (text: string) => sent.push(text), close: () => {}, serializeAttachment: () => {} }
  const connection = new Connection(socket as never, { client: 'c', connectedAt: 0 }, () => 0)
  connection.authenticated(identity, 0)
  const subscribe = (position: object = {}) =>
    made.inOrder(connection, name, () =>
      made.subscribe(1, connection, identity, {
        ...{ channel: name, recover: false, epoch: '', offset: 0, join_leave: false },
        ...position,
      }),
    )
  /** The connection is lost. */
  const lose = () => {
    state.isConnected = false
    connection.end()
    store.endConnection('c')
    made.endAll(connection, identity)
  }
  const publish = (...payloads: string[]) => topic.publish({ key, type: 'socket.message', payloads })
  const settle = () => new Promise(setImmediate)
  return {
    ...{ key, state, topic, store, departures: made.departures },
    subscribe,
    lose,
    publish,
    settle,
    ...{ sent, connection },
  }
}

test('a monitor that cannot recover a client sends it what follows the snapshot', async () => {
  const { key, state, topic, subscribe, publish, sent } = scene(monitor)
  publish('{"at":1}')
  state.snapshot = topic.position(key)
  publish('{"at":2}')
  await subscribe({ recover: true, epoch: 'another', offset: 5 })
  const { recovered, publications } = JSON.parse(sent[0] ?? '').subscribe
  expect([recovered, publications.map(({ offset }: { offset: number }) => offset)]).toEqual([false, [2]])
})

test.each([{}, { recover: true, epoch: 'another', offset: 5 }])(
  'a client whose snapshot of a monitor cannot be completed is not subscribed with a gap (%j)',
  async position => {
    const { key, state, topic, subscribe, publish, settle, sent } = scene(monitor)
    publish('{}')
    state.snapshot = topic.position(key)
    publish(...Array<string>(1001).fill('{}'))
    await expect(subscribe(position)).rejects.toThrow('snapshot')
    await settle()
    expect([sent, topic.presence()]).toEqual([[], []])
  },
)

test('a client that may not use a monitor any more when its snapshot is read does not subscribe', async () => {
  const { state, topic, subscribe } = scene(monitor)
  state.beforeSnapshot = () => {
    state.isPermitted = false
  }
  await expect(subscribe()).rejects.toThrow('permission denied')
  expect(topic.presence()).toEqual([])
})

/** Delays the next subscribe: the topic receives it at `arrive`, and the shard its result or failure at `complete`. */
function delayed({ state, topic, settle }: ReturnType<typeof scene>) {
  const [arrived, completed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  state.subscribe = async request => {
    await arrived.promise
    const result = await topic.subscribe(request)
    await completed.promise
    return result
  }
  const arrive = async () => {
    arrived.resolve()
    await settle()
  }
  const complete = async (error?: Error) => {
    if (error) completed.reject(error)
    else completed.resolve()
    await settle()
  }
  return { arrive, complete }
}

test('a subscribe that fails after its connection was lost leaves no client on the topic', async () => {
  const made = scene()
  const { topic, store, subscribe, lose, settle } = made
  const { arrive, complete } = delayed(made)
  const subscribed = subscribe().catch(String)
  await settle()
  lose()
  await arrive()
  await complete(new Error('No response.'))
  expect(await subscribed).toContain('No response.')
  expect(topic.presence()).toEqual([])
  expect(store.ended()).toEqual([])
})

test('the end of a subscribe that was in progress is repeated until the topic has it', async () => {
  const made = scene()
  const { state, topic, store, departures, subscribe, lose, settle } = made
  const { unsubscribe } = state
  const { arrive, complete } = delayed(made)
  const subscribed = subscribe().catch(String)
  await settle()
  lose()
  await arrive()
  state.unsubscribe = () => Promise.reject(new Error('No response.'))
  await complete()
  await subscribed
  expect([topic.presence().length, state.failures]).toEqual([1, 1])
  state.unsubscribe = unsubscribe
  await departures.leaveAll()
  expect(topic.presence()).toEqual([])
  expect(store.ended()).toEqual([])
})

test('a subscribe whose reply the client may not have is refused with 111, and is no subscription', async () => {
  const { connection, topic, subscribe, publish, settle, sent } = scene()
  publish('{}')
  connection.rate.allowsReply(2 * replyBurst, Date.now())
  await expect(subscribe({ recover: true })).rejects.toThrow('too many requests')
  await settle()
  expect([sent, topic.presence(), connection.subscriptions.size]).toEqual([[], [], 0])
})
