import { expect, test, vi } from 'vitest'
import type { ObjectEnv } from '../../../src/realtime/env.ts'
import { EventOutbox } from '../../../src/realtime/topic/event-outbox.ts'
import type { TopicEvent, WantedEvents } from '../../../src/shared/realtime/events.ts'
import { sqlStorage } from '../../support/sql-storage.ts'

const applicationSid = 'AP0199d0b8a4c27d3e9f1a2b3c4d5e6f70'
const wantsMessages: WantedEvents = [{ installSid: null, types: ['socket.message'] }]

/** A topic with an outbox, a hub that answers `wanted`, and a platform that receives the batches. */
function scene(topic = 'room', wanted: () => WantedEvents | Promise<WantedEvents> = () => wantsMessages) {
  const json = (offset: number, source: string) =>
    JSON.stringify({ offset, data: { id: `EV${offset}`, topic, source, type: 'socket.message' } })
  const publications: { offset: number; json: string }[] = []
  const batches: string[][] = []
  const runs: number[] = []
  const state = { isPlatformDown: false, asked: 0 }
  const env = {
    log: () => {},
    hubs: {
      idFromName: (name: string) => name,
      get: () => ({
        wanted: async () => {
          state.asked += 1
          return await wanted()
        },
      }),
    },
    platform: {
      fetch(_: unknown, init?: RequestInit) {
        if (state.isPlatformDown) return Promise.resolve(new Response(null, { status: 503 }))
        const { events }: { events: TopicEvent[] } = JSON.parse(String(init?.body))
        batches.push(events.map(({ id }) => id))
        return Promise.resolve(new Response())
      },
    },
  }
  const { sql } = sqlStorage()
  const make = () =>
    new EventOutbox(sql, env as unknown as ObjectEnv, {
      key: () => ({ applicationSid, topic }),
      top: () => publications.length,
      next: (after, limit) => publications.slice(after, after + limit),
      runAt: time => runs.push(time),
    })
  const outbox = make()
  const publish = (source: 'socket' | 'sdk' = 'socket') => {
    const offset = publications.length + 1
    publications.push({ offset, json: json(offset, source) })
    if (source === 'sdk') outbox.skip(offset)
    else outbox.published(Date.now())
  }
  return { outbox, publish, batches, runs, state, make }
}

test('what is published between two batches is one batch, and two batches have half a second between them', async () => {
  vi.useFakeTimers()
  try {
    const { outbox, publish, batches, runs } = scene()
    publish()
    await outbox.flush()
    publish()
    publish()
    await outbox.flush()
    expect(batches).toEqual([['EV1']])
    expect(runs.at(-1)).toBeGreaterThan(Date.now() + 500)
    vi.advanceTimersByTime(600)
    await outbox.flush()
    expect(batches).toEqual([['EV1'], ['EV2', 'EV3']])
  } finally {
    vi.useRealTimers()
  }
})

test('a publication that follows the question is not decided by its answer', async () => {
  vi.useFakeTimers()
  try {
    const answers: WantedEvents[] = [[], wantsMessages]
    const { outbox, publish, batches } = scene('room', () => {
      if (answers.length === 2) publish()
      return answers.shift() ?? []
    })
    publish()
    await outbox.flush()
    expect(outbox.handed).toBe(1)
    vi.advanceTimersByTime(600)
    await outbox.flush()
    expect(batches).toEqual([['EV2']])
  } finally {
    vi.useRealTimers()
  }
})

test('a batch that the platform does not store is kept, also over a restart of the object', async () => {
  const { outbox, publish, batches, state, make } = scene()
  publish()
  state.isPlatformDown = true
  await outbox.flush()
  expect([batches, outbox.handed]).toEqual([[], 0])
  state.isPlatformDown = false
  await make().flush()
  expect(batches).toEqual([['EV1']])
})

test('events that came from the platform, and those of monitor topics, are not handed over', async () => {
  const { outbox, publish, batches, state } = scene()
  publish('sdk')
  await outbox.flush()
  expect([batches, state.asked]).toEqual([[], 0])
  publish()
  publish('sdk')
  await outbox.flush()
  expect(batches).toEqual([['EV2']])
  const monitor = scene('monitor.EX1')
  monitor.publish()
  await monitor.outbox.flush()
  expect([monitor.batches, monitor.runs, monitor.state.asked]).toEqual([[], [], 0])
})

test('an endpoint of an install gets the topics of the install, and asks nothing of the platform for others', async () => {
  const [own, other] = ['AI0199d0b8a4c27d3e9f1a2b3c4d5e6f70', 'AI0199d0b8a4c27d3e9f1a2b3c4d5e6f71']
  const wanted: WantedEvents = [{ installSid: own as `AI${string}`, types: ['socket.message'] }]
  const handed: Record<string, number> = {}
  for (const topic of ['room', `installs.${own}.room`, `installs.${other}.room`, 'session.ES1', 'sockets']) {
    const { outbox, publish, batches } = scene(topic, () => wanted)
    publish()
    await outbox.flush()
    handed[topic] = batches.length
  }
  expect(Object.values(handed)).toEqual([0, 1, 0, 1, 1])
})
