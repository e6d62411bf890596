// The alarm of a shard, while the platform does not respond.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShardStore } from '../../../src/realtime/shard/store.ts'
import type { Identity } from '../../../src/shared/realtime/connection.ts'
import { namespaceOf, objectState } from '../../support/objects.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
const { SocketShard } = await import('../../../src/realtime/shard/socket-shard.ts')

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocketRequestResponsePair', class {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const identity: Identity = {
  ...{ user: 'AK1', accountSid: 'AC1', applicationSid: 'AP1', installSid: null, permissions: ['subscribe'] },
  ...{ expiresAt: 1e10, sessionSid: null, familySid: null, kid: null },
}

/** A shard that wakes with one socket, whose client answers each ping. */
function scene(fetch: () => Promise<never>) {
  const now = Date.now()
  const pings: number[] = []
  const socket = {
    deserializeAttachment: () => ({ client: 'c', connectedAt: now, authenticatedAt: now }),
    send: () => pings.push((Date.now() - now) / 1000),
  }
  const { state, alarms } = objectState()
  const store = new ShardStore(state.storage.sql)
  store.create('any-0')
  store.saveConnection('c', now, identity)
  const sockets = {
    ...{ getWebSockets: () => [socket], setWebSocketAutoResponse: () => {} },
    getWebSocketAutoResponseTimestamp: () => new Date(),
  }
  const shard = new SocketShard({ ...state, ...sockets } as never, {
    ...{ platform: { fetch }, accounts: namespaceOf({}), topics: namespaceOf({}) },
    ...{ monitors: namespaceOf({}), log: () => {} },
  })
  return { shard, pings, alarms }
}

test('a shard sends its pings each 25 s while the platform does not answer a verification', async () => {
  const { shard, pings, alarms } = scene(() => new Promise(() => {}))
  // As in the runtime, an alarm runs after the one before it.
  const run = async () => {
    await shard.alarm()
    const [next] = alarms.splice(0)
    if (next) setTimeout(run, next - Date.now())
  }
  void run()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pings).toEqual([0, 25, 50])
})

test('a verification that failed is repeated by an alarm after 5 s', async () => {
  const { shard, alarms } = scene(() => Promise.reject(new Error('unavailable')))
  await shard.alarm()
  await vi.advanceTimersByTimeAsync(0)
  expect(Math.min(...alarms)).toBe(Date.now() + 5000)
})
