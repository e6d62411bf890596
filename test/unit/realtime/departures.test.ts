// The ends of subscriptions, on their way from a shard to the topics.
import { expect, test } from 'vitest'
import { Chains } from '../../../src/realtime/chains.ts'
import { nameOfTopic, type TopicKey } from '../../../src/realtime/contract/objects.ts'
import { chainOf, Departures } from '../../../src/realtime/shard/departures.ts'
import { ShardStore } from '../../../src/realtime/shard/store.ts'
import { microtasks, moments } from '../../support/microtasks.ts'
import { sqlStorage } from '../../support/sql-storage.ts'

const room = { applicationSid: 'AP1', topic: 'room' }
const hall = { applicationSid: 'AP1', topic: 'hall' }

/** A shard whose connected clients are `connected`, and its calls to topics. */
function scene() {
  const { sql, returned } = sqlStorage()
  const store = new ShardStore(sql)
  const chains = new Chains()
  const connected = new Set<string>()
  const calls: { key: TopicKey; clients: string[]; result: PromiseWithResolvers<unknown> }[] = []
  const state = { failures: 0 }
  const departures = new Departures({
    ...{ store, chains, isConnected: client => connected.has(client) },
    unsubscribe: (key, clients) => {
      const result = Promise.withResolvers<unknown>()
      calls.push({ key, clients, result })
      return result.promise
    },
    retryLater: () => {
      state.failures += 1
    },
  })
  const subscribe = (client: string, key = room) => {
    connected.add(client)
    store.saveSubscription(key, client, false)
  }
  /** The connection of a client is lost. */
  const lose = (client: string, key = room) => {
    connected.delete(client)
    store.endConnection(client)
    void departures.leaveOfLost(key)
  }
  /** Completes a call. */
  const complete = async (at: number, error?: Error) => {
    if (error) calls[at]?.result.reject(error)
    else calls[at]?.result.resolve(undefined)
    await new Promise(setImmediate)
  }
  const sent = () => calls.map(({ key, clients }) => [nameOfTopic(key), clients] as const)
  return { store, returned, chains, departures, state, subscribe, lose, complete, sent }
}

test('2,000 connections that end at once are two calls to their topic', async () => {
  const { store, subscribe, lose, complete, sent } = scene()
  const clients = Array.from({ length: 2000 }, (_, n) => `c${n}`)
  for (const client of clients) subscribe(client)
  for (const client of clients) lose(client)
  await complete(0)
  await complete(1)
  expect(sent().map(([, { length }]) => length)).toEqual([1, 1999])
  expect(new Set(sent().flatMap(([, ended]) => ended)).size).toBe(2000)
  expect(store.ended()).toEqual([])
})

test.each(moments)('an end that is noted %i microtasks after another was received is sent', async count => {
  const { store, subscribe, lose, complete, sent } = scene()
  for (const client of ['a', 'b']) subscribe(client)
  lose('a')
  const completed = complete(0)
  await microtasks(count)
  lose('b')
  await completed
  await complete(1)
  expect(sent().map(([, clients]) => clients)).toEqual([['a'], ['b']])
  expect(store.ended()).toEqual([])
})

test('a topic that does not answer does not delay another one', () => {
  const { subscribe, lose, sent } = scene()
  subscribe('a')
  subscribe('b', hall)
  lose('a')
  lose('b', hall)
  expect(sent()).toEqual([
    [nameOfTopic(room), ['a']],
    [nameOfTopic(hall), ['b']],
  ])
})

test('an end that a topic did not receive stays stored, and is sent again with the others', async () => {
  const { store, departures, state, subscribe, lose, complete, sent } = scene()
  subscribe('a')
  lose('a')
  await complete(0, new Error('unavailable'))
  expect(state.failures).toBe(1)
  expect(store.ended()).toEqual([{ key: room, client: 'a' }])
  subscribe('b')
  lose('b')
  void departures.leaveAll()
  await complete(1)
  expect(sent().slice(1)).toEqual([[nameOfTopic(room), ['a', 'b']]])
  expect(store.ended()).toEqual([])
})

test('a client with this name on a topic of another application stays', () => {
  const { subscribe, lose, sent } = scene()
  subscribe('a', { ...room, applicationSid: 'AP2' })
  lose('a')
  expect(sent()).toEqual([])
})

test('a client that subscribes again before a repeated end is sent keeps its subscription', async () => {
  const { store, chains, departures, subscribe, complete, sent } = scene()
  subscribe('a')
  store.endSubscription('a', room.topic)
  const subscribed = Promise.withResolvers<void>()
  void chains.run(() => subscribed.promise, chainOf('a', room.topic))
  const left = departures.leaveAll()
  subscribe('a')
  subscribed.resolve()
  await complete(0)
  await left
  expect(sent()).toEqual([])
})

test('the end of a client that is still connected is sent after its earlier work on the topic', async () => {
  const { store, departures, subscribe, complete, sent } = scene()
  subscribe('a')
  store.endSubscription('a', room.topic)
  const left = departures.leaveAll()
  await complete(0)
  expect(sent()).toEqual([[nameOfTopic(room), ['a']]])
  await complete(0)
  await left
  expect(store.ended()).toEqual([])
})

test('the repeated ends of connected clients each read their own row', async () => {
  const { returned, departures, store, subscribe, complete, sent } = scene()
  const clients = Array.from({ length: 500 }, (_, n) => `c${n}`)
  for (const client of clients) {
    subscribe(client)
    store.endSubscription(client, room.topic)
  }
  const { rows } = returned
  void departures.leaveAll()
  await complete(0)
  expect(sent()).toHaveLength(500)
  expect(returned.rows - rows).toBeLessThan(4 * 500)
})
