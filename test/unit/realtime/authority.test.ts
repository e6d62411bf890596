// The verification of connections, while calls of accounts arrive or are lost.
import { expect, test } from 'vitest'
import { nextVerification } from '../../../src/realtime/account/verification.ts'
import { Authority } from '../../../src/realtime/shard/authority.ts'
import type { Connection } from '../../../src/realtime/shard/connection.ts'
import type { Subscriptions } from '../../../src/realtime/shard/subscriptions.ts'
import { executeOnTopic } from '../../../src/realtime/shard/topic-commands.ts'
import type { Identity } from '../../../src/shared/realtime/connection.ts'
import { sqlStorage } from '../../support/sql-storage.ts'

const identity: Identity = {
  ...{ user: 'AK1', accountSid: 'AC1', applicationSid: 'AP1', installSid: null, permissions: ['subscribe'] },
  ...{ expiresAt: 0, sessionSid: null, familySid: null, kid: null },
}
const topic = `session.ES${'0'.repeat(32)}`

/** An authority with one connection, and a platform whose answer a test decides. */
function authority() {
  const state = {
    isActive: true,
    isAllowed: true,
    isPublisher: false,
    isKnown: false,
    asked: 0,
    beforeAnswer: async () => {},
  }
  const connection = { identity, subscriptions: new Map(), access: new Map() } as unknown as Connection
  const connections = new Set([connection])
  const denied: string[] = []
  const platform = {
    async fetch(_: unknown, init?: RequestInit) {
      state.asked += 1
      const { subjects } = JSON.parse(String(init?.body))
      const access = { subscribe: state.isAllowed, publish: state.isPublisher }
      const answers = subjects.map(({ topics }: { topics: string[] }) =>
        state.isActive ? topics.map(() => access) : null,
      )
      await state.beforeAnswer()
      return Response.json({ subjects: answers })
    },
  }
  const account = { register: async () => !state.isKnown, ended: async () => {} }
  const made = new Authority({
    ...{ sql: sqlStorage().sql, platform, accounts: { idFromName: String, get: () => account } },
    name: () => 'any-0',
    connections: () => connections,
    revoked: each => connections.delete(each),
    denied: (_, name) => denied.push(name),
  })
  return { made, state, connection, connections, denied }
}

test('an answer about a topic from before a verification is not used', async () => {
  const { made, state, connection } = authority()
  state.beforeAnswer = async () => {
    state.beforeAnswer = async () => {}
    state.isActive = false
    await made.verification.verifyAccount('AC1')
  }
  await expect(made.require(connection, 'subscribe', topic)).rejects.toThrow('unauthorized')
  expect(connection.access.size).toBe(0)
})

test('the periodic verification ends the connections whose end no call has reported', async () => {
  const { made, state, connection, connections, denied } = authority()
  connection.subscriptions.set(topic, {} as never)
  const now = Date.now()
  await made.verification.verifyIfDue(now)
  expect([connections.size, denied]).toEqual([1, []])
  state.isActive = false
  await made.verification.verifyIfDue(nextVerification(now))
  expect(connections.size).toBe(0)
  expect(await made.verification.verifyAccount('AC1')).toBe(false)
})

test('a decision is asked for once until the next verification', async () => {
  const { made, state, connection } = authority()
  await made.require(connection, 'subscribe', topic)
  await made.require(connection, 'subscribe', topic)
  expect(state.asked).toBe(1)
  await made.verification.verifyAccount('AC1')
  await made.require(connection, 'subscribe', topic)
  expect(state.asked).toBe(3)
})

test('an answer about a topic from before a new token is not used', async () => {
  const { made, state, connection } = authority()
  state.beforeAnswer = async () => {
    state.beforeAnswer = async () => {}
    connection.identity = { ...identity }
    await made.refreshed(connection)
    state.isAllowed = false
  }
  await expect(made.require(connection, 'subscribe', topic)).rejects.toThrow('permission denied')
  expect(connection.access.get(topic)?.subscribe).toBe(false)
})

/** A publication of the connection that waits for an earlier command. */
function waitingPublication(channel = 'room') {
  const { made, state, connection } = authority()
  const earlier = Promise.withResolvers<void>()
  const published: unknown[] = []
  connection.identity = { ...identity, permissions: ['publish'] }
  const subscriptions = {
    authority: made,
    inOrder: (_: unknown, __: unknown, work: () => Promise<unknown>) => earlier.promise.then(work),
    publications: { publish: (...input: unknown[]) => Promise.resolve(published.push(input)) },
  } as unknown as Subscriptions
  const context = { subscriptions, connection, identity: connection.identity }
  const executed = executeOnTopic(context, { id: 1, name: 'publish', body: { channel, data: {} } })
  return { state, connection, executed, published, goOn: () => earlier.resolve() }
}

test('a command that waited while a narrower token came is decided by that token', async () => {
  const { connection, executed, published, goOn } = waitingPublication()
  connection.identity = { ...identity, permissions: [] }
  goOn()
  await expect(executed).rejects.toThrow('permission denied')
  expect(published).toEqual([])
})

test('a publication that waited until its connection had ended is not published', async () => {
  const { connection, executed, published, goOn } = waitingPublication()
  connection.isEnded = true
  goOn()
  await expect(executed).rejects.toThrow('unauthorized')
  expect(published).toEqual([])
})

test('a publication whose connection ends while the platform decides about it is not published', async () => {
  const { state, connection, executed, published, goOn } = waitingPublication(topic)
  state.isPublisher = true
  state.beforeAnswer = () => {
    connection.isEnded = true
    return Promise.resolve()
  }
  goOn()
  await expect(executed).rejects.toThrow('unauthorized')
  expect(published).toEqual([])
})
