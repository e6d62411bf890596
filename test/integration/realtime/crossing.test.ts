// Random publications and subscriptions of several applications on the same topics.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Centrifuge } from 'centrifuge'
import { afterAll, expect, test } from 'vitest'
import { connected, disconnectAll, type Received, subscribed } from '../../support/realtime.ts'
import { rounds } from '../../support/rounds.ts'
import { makeWorld, type World } from '../../support/world.ts'

afterAll(disconnectAll)

const trials = rounds({ quick: 100, all: 10_000 })
const topics = ['a', 'a.b', 'room.1', 'presences', 'session-x', 'sockets-x']

type Tenant = { world: World; publishers: Centrifuge[]; received: Map<string, Received> }

async function tenant(): Promise<Tenant> {
  const world = await makeWorld()
  const [reader, ...publishers] = await Promise.all(Array.from({ length: 5 }, () => connected(world)))
  const received = new Map<string, Received>()
  for (const topic of [...topics, 'presence.a', 'sockets', 'proctoring.user'])
    received.set(topic, await subscribed(reader as Centrifuge, topic))
  return { world, publishers, received }
}

/** The code of Centrifugo's protocol. */
const tooManyRequests = 111

const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T

/** Repeats a command that a connection refuses because it had too many in this second. */
async function unlessLimited<T>(command: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await command()
    } catch (error) {
      if ((error as { code?: number }).code !== tooManyRequests || attempt === 50) throw error
      await sleep(100)
    }
}

test('no message, event, change or presence reaches another application', {
  timeout: 600_000,
}, async () => {
  const tenants = await Promise.all([tenant(), tenant(), tenant()])
  const sent = new Map<string, string[]>()
  const trial = async (n: number) => {
    const { world, publishers, received } = pick(tenants)
    const topic = pick(topics)
    const key = `${world.applicationSid} ${topic}`
    const kind = Math.random()
    if (kind < 0.01) return void (await world.user())
    if (kind < 0.05) {
      const { clients } = await unlessLimited(() => pick(publishers).presence(topic))
      const own = [...received.values()].length > 0 ? Object.keys(clients).length : 0
      expect(own).toBe(1)
      return
    }
    const payload = { n, of: world.applicationSid }
    if (kind < 0.1) {
      const body = { topic, type: 'document.updated', payload }
      if ((await world.admin('POST', '/api/events', { body })).status !== 202) return
    } else await unlessLimited(() => pick(publishers).publish(topic, payload))
    sent.set(key, [...(sent.get(key) ?? []), JSON.stringify(payload)])
  }
  let next = 0
  const inTurns = async () => {
    while (next < trials) await trial(next++)
  }
  await Promise.all(Array.from({ length: 8 }, inTurns))
  for (const { world, received } of tenants) {
    for (const topic of topics) {
      const expected = (sent.get(`${world.applicationSid} ${topic}`) ?? []).toSorted()
      await expect
        .poll(
          () =>
            received
              .get(topic)
              ?.payloads()
              .map(each => JSON.stringify(each))
              .toSorted(),
          { timeout: 20_000 },
        )
        .toEqual(expected)
    }
    const changes = received.get('proctoring.user')?.all ?? []
    expect(changes.every(({ data }) => data.payload.installSid === world.installSid)).toBe(true)
    const users = new Set(
      ['sockets', 'presence.a']
        .flatMap(topic => received.get(topic)?.all ?? [])
        .map(({ data }) => data.payload.user),
    )
    expect(users.size).toBeLessThanOrEqual(1)
  }
})
