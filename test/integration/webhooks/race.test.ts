// Simultaneous recoveries, retries and rotations, on a real Postgres, where statements run in parallel.
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { rounds as roundsOf } from '../../support/rounds.ts'
import {
  act,
  arrived,
  deadLettersOf,
  delivered,
  eventIds,
  makeEndpoint,
  publish,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const rounds = roundsOf({ quick: 1, all: 5 })

const system = stackWithSink({ database: { kind: 'postgres' } }, 180_000)

/** An endpoint with a dead letter, and with events from its inactive time; it works again. */
async function missing(count: number) {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver({ status: 410 }))
  const missed = [await publish(world, { n: 0 })]
  await settled(world)
  while (missed.length < count) missed.push(await publish(world, { n: missed.length }))
  const [letter = {}] = await deadLettersOf(world)
  endpoint.receiver.replies = []
  endpoint.receiver.received.length = 0
  await act(world, endpoint, 'activate')
  const since = '2026-01-01T00:00:00Z'
  return {
    ...{ world, endpoint, missed },
    recover: async () => (await act(world, endpoint, 'recover', { since })).count('recovered'),
    retry: () => world.admin('POST', `/api/webhooks/deliveries/${letter['id']}/retry`),
  }
}

test(`of four simultaneous recoveries each missed event is sent once, in ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round++) {
    const { world, endpoint, missed, recover } = await missing(30)
    const counts = await Promise.all([recover(), recover(), recover(), recover()])
    await settled(world)
    expect(eventIds(endpoint.receiver).toSorted()).toEqual(missed.toSorted())
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(missed.length)
  }
}, 120_000)

test(`a dead letter that is retried and recovered at once is sent once, in ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round++) {
    const { world, endpoint, recover, retry } = await missing(1)
    endpoint.receiver.replies = ['hang']
    const asked = [retry(), recover(), retry(), recover()] as const
    const [first, recovered, second, again] = await Promise.all(asked)
    await system.stack.sweep()
    await arrived(endpoint.receiver, 1)
    const granted = [first, second].filter(({ status }) => status === 202).length
    expect(granted + recovered + again).toBe(1)
    expect(endpoint.receiver.received).toHaveLength(1)
    await act(world, endpoint, 'deactivate')
  }
}, 120_000)

/** Eight simultaneous retries of a finished delivery, of which one is granted. */
async function retriedAtOnce() {
  const world = await makeWorld(system.stack)
  const { endpoint, deliveryId } = await delivered(world, system.sink)
  endpoint.receiver.replies = ['hang']
  const retry = () => world.admin('POST', `/api/webhooks/deliveries/${deliveryId}/retry`)
  const answers = await Promise.all(Array.from({ length: 8 }, retry))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([202, ...Array.from({ length: 7 }, () => 409)])
  return { world, endpoint }
}

test(`of eight simultaneous retries one is granted and the others are 409, in ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round++) {
    const { world, endpoint } = await retriedAtOnce()
    // The next scheduled run sends what is left in the outbox.
    await system.stack.sweep()
    await arrived(endpoint.receiver, 2)
    expect(endpoint.receiver.received).toHaveLength(2)
    await act(world, endpoint, 'deactivate')
  }
}, 120_000)

test('a granted retry is sent at once, even if others were requested at the same time', async () => {
  for (let round = 0; round < 4 * rounds; round++) {
    const { world, endpoint } = await retriedAtOnce()
    const { received } = endpoint.receiver
    // No scheduled run sends it.
    await expect.poll(() => received.length, { interval: 20 }).toBe(2)
    await act(world, endpoint, 'deactivate')
  }
}, 120_000)

test('after simultaneous rotations only the last two secrets sign', async () => {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver())
  const secrets = Array.from({ length: 5 }, (_, n) => `one of the secrets, ${n}`)
  await Promise.all(secrets.map(secret => act(world, endpoint, 'rotate-secret', { secret })))
  await publish(world)
  await settled(world)
  const { headers, body } = endpoint.receiver.received[0] ?? expect.fail('nothing came')
  const t = headers['x-webhook-timestamp']
  const of = (secret: string) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  const signing = secrets.filter(secret => headers['x-webhook-signature']?.includes(`v1=${of(secret)}`))
  expect(signing).toHaveLength(2)
  expect(headers['x-webhook-signature']?.match(/v1=/g)).toHaveLength(2)
})
