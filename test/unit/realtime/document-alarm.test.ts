// The alarm of a document, while the platform does not respond.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextVerification } from '../../../src/realtime/account/verification.ts'
import { DocumentStore } from '../../../src/realtime/document/store.ts'
import { namespaceOf, objectState } from '../../support/objects.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
const { Document } = await import('../../../src/realtime/document/document.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const key = { applicationSid: 'AP1', name: 'notes' }
const access = {
  user: 'AK1',
  accountSid: 'AC1',
  applicationSid: 'AP1',
  sessionSid: null,
  kid: null,
  canWrite: true,
}

/** A document that wakes with a connection, just as its verification is due. The token ends 20 s later. */
function scene() {
  vi.setSystemTime(nextVerification(Date.now()))
  const dueAt = Date.now()
  const seconds = () => (Date.now() - dueAt) / 1000
  const attachment = { ...access, expiresAt: dueAt / 1000 + 20, id: 'c', key, clocks: [] }
  const { state, alarms } = objectState()
  const closed: [number, unknown][] = []
  const socket = {
    ...{ deserializeAttachment: () => attachment, serializeAttachment: () => {}, send: () => {} },
    close: (code: unknown) => closed.push([seconds(), code]),
  }
  const store = new DocumentStore(state.storage.sql)
  const events: number[] = []
  const document = new Document({ ...state, getWebSockets: () => [socket] } as never, {
    ...{ documentLists: namespaceOf({ put: async () => {} }), accounts: namespaceOf({}), log: () => {} },
    topics: namespaceOf({ publish: async () => void events.push(seconds()) }),
    platform: { fetch: () => new Promise(() => {}) },
  })
  /** As in the runtime, an alarm runs after the one before it. */
  const run = async () => {
    await document.alarm()
    const [next] = alarms.splice(0).toSorted((a, b) => a - b)
    if (next) setTimeout(run, next - Date.now())
  }
  return { run, store, closed, events, alarms, document }
}

test('a token ends its connection on time while the platform does not answer a verification', async () => {
  const { run, closed } = scene()
  void run()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(closed).toEqual([[20, 4401]])
})

test('a change is announced while the platform does not answer a verification', async () => {
  const { run, store, events } = scene()
  store.changed(key, 'u', Date.now())
  void run()
  await vi.advanceTimersByTimeAsync(1000)
  expect(events).toEqual([0])
})

test('a verification in progress has an alarm, which repeats it after a crash', async () => {
  const { document, alarms } = scene()
  void document.alarm()
  await vi.advanceTimersByTimeAsync(0)
  expect(Math.min(...alarms)).toBeLessThanOrEqual(Date.now() + 5000)
})
