// What the subscribers of a monitor receive, while the monitor reads the sessions of its exam.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { namespaceOf, objectState } from '../../support/objects.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
const { Monitor } = await import('../../../src/realtime/monitor/monitor.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sid = (prefix: string) => `${prefix}${'0'.repeat(32)}`
const key = { applicationSid: sid('AP'), examSid: sid('EX') }

/** A monitor of an exam with one session, whose topic and platform a test controls. */
function scene() {
  const state = { clients: 0, isSlow: false, status: 'Scheduled', published: [] as unknown[], reads: 0 }
  const topic = {
    presenceStats: async () => ({ clients: state.clients, users: state.clients }),
    position: async () => ({ epoch: 'e', offset: 0 }),
    publish: async ({ payloads }: { payloads: string[] }) =>
      void state.published.push(...payloads.map(payload => JSON.parse(payload))),
  }
  const answer = () => {
    state.reads += 1
    const { status } = state
    const person = { userSid: sid('US'), firstName: 'Ada', lastName: 'Lovelace' }
    const learner = { sessionSid: sid('ES'), ...person, status, openIncidents: 0 }
    return { exam: { sid: key.examSid, title: 'Midterm' }, learners: [learner] }
  }
  const platform = {
    fetch: async (_: string, { body }: { body: string }) => {
      if ('topic' in JSON.parse(body)) return Response.json({ isRegistered: true })
      return state.isSlow ? await new Promise<never>(() => {}) : Response.json(answer())
    },
  }
  const log = () => {}
  const monitor = new Monitor(objectState().state, {
    platform,
    topics: namespaceOf(topic),
    log,
  })
  const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { monitor, state, advance }
}

test('a subscriber whose snapshot was read while nobody had subscribed yet misses no change', async () => {
  const { monitor, state, advance } = scene()
  const { data } = await monitor.snapshot(key)
  expect(data.learners).toMatchObject([{ status: 'Scheduled' }])
  // Something has changed, and the monitor asks for its subscribers before the client has subscribed.
  monitor.changed(key)
  await advance(1000)
  state.clients = 1
  state.status = 'In Progress'
  monitor.changed(key)
  await advance(1000)
  expect(state.published).toEqual([{ sessionSid: sid('ES'), status: 'In Progress' }])
})

test('a monitor that has lost its subscribers stops to read the sessions', async () => {
  const { monitor, state, advance } = scene()
  await monitor.snapshot(key)
  state.clients = 1
  await advance(120_000)
  await monitor.alarm()
  state.clients = 0
  await monitor.alarm()
  state.status = 'In Progress'
  const { reads } = state
  monitor.changed(key)
  await advance(1000)
  expect([state.reads, state.published]).toEqual([reads, []])
})

test('subscribers receive that a learner is back, while the platform does not return the sessions', async () => {
  const { monitor, state } = scene()
  await monitor.connection(key, sid('ES'), { state: 'missing', seenAt: 1 })
  Object.assign(state, { clients: 1, isSlow: true, published: [] })
  void monitor.alarm()
  await vi.advanceTimersByTimeAsync(10)
  void monitor.connection(key, sid('ES'), { state: 'online', seenAt: 2 })
  await vi.advanceTimersByTimeAsync(10)
  expect(state.published).toEqual([{ sessionSid: sid('ES'), connection: 'online', lastSeenAt: 2 }])
})
