// The joins and leaves of a topic, on their way to the shards whose clients ask for them.
import { expect, test, vi } from 'vitest'
import type { Delivery } from '../../../src/realtime/contract/objects.ts'
import { TopicStore } from '../../../src/realtime/topic/store.ts'
import { namespaceOf, objectState } from '../../support/objects.ts'
import { sqlStorage } from '../../support/sql-storage.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
const { Topic } = await import('../../../src/realtime/topic/topic.ts')

const settle = () => new Promise(setImmediate)

/** The SQL storage, and the queries that read the subscribers with joins and leaves. */
function recorded(sql: SqlStorage) {
  const queries: string[] = []
  const exec = (query: string, ...values: never[]) => {
    if (query.startsWith('select') && query.includes('wants_moves = 1')) queries.push(query)
    return sql.exec(query, ...values)
  }
  return { sql: { exec } as SqlStorage, queries }
}

test('2,000 clients that leave at once are one read, and one delivery to a client that asks for leaves', async () => {
  const { state } = objectState()
  const { sql, queries } = recorded(state.storage.sql)
  const delivered: Delivery[] = []
  const shard = { deliver: (delivery: Delivery) => Promise.resolve(delivered.push(delivery) > 0) }
  const topic = new Topic({ ...state, storage: { ...state.storage, sql } } as DurableObjectState, {
    ...{ shards: namespaceOf(shard), hubs: namespaceOf({}), topics: namespaceOf({}) },
    ...{ monitors: namespaceOf({}), environment: 'test', log: () => {} },
  })
  const key = { applicationSid: 'AP1', topic: 'room' }
  const clients = Array.from({ length: 2000 }, (_, n) => `c${n}`)
  const subscribe = (shardName: string, client: string, wantsMoves: boolean) =>
    topic.subscribe({ key, shard: shardName, info: { client, user: client }, wantsMoves })
  for (const client of clients) await subscribe('lost', client, false)
  await subscribe('watching', 'watcher', true)
  await settle()
  delivered.length = 0
  queries.length = 0
  topic.unsubscribe('lost', clients)
  await settle()
  expect(queries).toHaveLength(1)
  expect(delivered.map(({ moves }) => moves.length)).toEqual([2000])
})

test('the shards with clients that ask for joins are found without a read of all subscribers', () => {
  const { sql, queries } = recorded(sqlStorage().sql)
  const store = new TopicStore(sql)
  for (const [client, wantsMoves] of [
    ['a', true],
    ['b', false],
  ] as const) {
    store.saveShard(`of-${client}`, 0)
    store.subscribe({ client, shard: `of-${client}`, user: 'u', wantsMoves })
  }
  expect(store.shardsWithMoves()).toEqual(['of-a'])
  const plan = sql.exec<{ detail: string }>(`explain query plan ${queries[0]}`).toArray()
  expect(plan.map(({ detail }) => detail).join('\n')).not.toContain('SCAN subscriber')
})
