// The registration of topics of captured changes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ObjectEnv } from '../../../src/realtime/env.ts'
import { ChangeTopic } from '../../../src/realtime/topic/change-topic.ts'
import { sqlStorage } from '../../support/sql-storage.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hourMs = 60 * 60 * 1000

function changeTopic(topic: string) {
  const state = {
    subscribers: 1,
    isAvailable: true,
    attempts: 0,
    registered: [] as string[],
    alarmAt: 0,
    failures: 0,
  }
  const hub = {
    register(_: string, name: string) {
      state.attempts += 1
      if (!state.isAvailable) return Promise.reject(new Error('The hub is away.'))
      state.registered.push(name)
      return Promise.resolve()
    },
  }
  const hubs = { idFromName: String, get: () => hub } as unknown as ObjectEnv['hubs']
  const made = new ChangeTopic(
    sqlStorage().sql,
    { hubs },
    {
      key: () => ({ applicationSid: 'AP1', topic }),
      hasSubscribers: () => state.subscribers > 0,
      runAt: time => (state.alarmAt = time),
      retryLater: () => (state.failures += 1),
    },
  )
  return { made, state }
}

test('a topic of changes is registered with its first subscriber, and once in an hour while it has any', async () => {
  const { made, state } = changeTopic('proctoring.user')
  await made.require()
  await made.require()
  expect(state.registered).toEqual(['proctoring.user'])
  for (const count of [2, 3]) {
    expect(state.alarmAt).toBe(Date.now() + hourMs)
    vi.advanceTimersByTime(hourMs)
    await made.renew()
    expect(state.registered).toHaveLength(count)
  }
  state.subscribers = 0
  vi.advanceTimersByTime(hourMs)
  await made.renew()
  expect(state.registered).toHaveLength(3)
})

test('a registration that fails refuses the subscriber, and a renewal that fails is repeated', async () => {
  const { made, state } = changeTopic('proctoring.user')
  state.isAvailable = false
  await expect(made.require()).rejects.toThrow('away')
  state.isAvailable = true
  await made.require()
  vi.advanceTimersByTime(hourMs)
  state.isAvailable = false
  await made.renew()
  expect([state.registered.length, state.failures]).toEqual([1, 1])
  state.isAvailable = true
  await made.renew()
  expect(state.registered).toHaveLength(2)
})

test('subscribers that come at once share a registration, and its failure', async () => {
  const { made, state } = changeTopic('proctoring.user')
  state.isAvailable = false
  const refused = await Promise.allSettled(Array.from({ length: 100 }, () => made.require()))
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(state.attempts).toBe(1)
  state.isAvailable = true
  await Promise.all(Array.from({ length: 100 }, () => made.require()))
  expect(state.registered).toEqual(['proctoring.user'])
})

test('another topic is never registered', async () => {
  const { made, state } = changeTopic('room.1')
  await made.require()
  await made.renew()
  expect([state.registered, state.alarmAt]).toEqual([[], 0])
})
