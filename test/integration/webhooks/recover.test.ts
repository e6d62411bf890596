// Recovery sends exactly the events that an endpoint has missed, once.
import { expect, test } from 'vitest'
import { problemOf } from '../../support/problem.ts'
import { rounds } from '../../support/rounds.ts'
import {
  act,
  arrived,
  deadLettersOf,
  type Endpoint,
  eventIds,
  logOf,
  makeEndpoint,
  publish,
  type Reply,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink({ webhookRetryBaseMs: 2 })

/** @param since an instant, or milliseconds since 1970 */
const recover = async (world: World, endpoint: Endpoint, since: Date | number): Promise<number> => {
  const answer = await act(world, endpoint, 'recover', { since })
  expect(answer.status).toBe(202)
  return answer.count('recovered')
}

const longAgo = new Date('2026-01-01T00:00:00.000Z')

/** The time after all earlier events, by the clock of the database. */
async function moment(): Promise<Date> {
  const { rows } = await system.stack.db.execute<{ now: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now',
  )
  await new Promise(resolve => setTimeout(resolve, 5))
  return new Date(Number(rows[0]?.now) + 2)
}

test('dead, skipped and missed events are sent again, and nothing else', async () => {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver(), { filter: { room: 7 } })
  const other = await makeEndpoint(world, system.sink.receiver(), { filter: { room: 7 } })
  await act(world, endpoint, 'deactivate')
  await publish(world, { room: 7, of: 'before the time' })
  await settled(world)
  const since = await moment()
  await act(world, endpoint, 'activate')

  await publish(world, { room: 7, of: 'delivered' })
  await settled(world)
  endpoint.receiver.replies = [{ status: 500 }]
  const died = await publish(world, { room: 7, of: 'died' })
  await settled(world)
  // Otherwise the failures in a row would pause it.
  await act(world, endpoint, 'activate')
  const fifth = Promise.withResolvers<Reply>()
  endpoint.receiver.replies = [...Array.from({ length: 4 }, () => ({ status: 500 })), fifth.promise]
  const skipped = await publish(world, { room: 7, of: 'skipped' })
  await arrived(endpoint.receiver, 1 + 6 + 5)
  await act(world, endpoint, 'deactivate')
  fifth.resolve({ status: 500 })
  await settled(world)
  const missed = await publish(world, { room: 7, of: 'while it was inactive' })
  await publish(world, { room: 8, of: 'another room' })
  await publish(world, { of: 'no room' })
  await publish(world, { room: 7, of: 'another type' }, 'document.deleted')
  await settled(world)
  await act(world, endpoint, 'activate')

  endpoint.receiver.replies = []
  const [before, othersBefore] = [endpoint.receiver.received.length, other.receiver.received.length]
  expect(before).toBe(1 + 6 + 5)
  expect(await recover(world, endpoint, since)).toBe(3)
  await settled(world)
  expect(eventIds(endpoint.receiver).slice(before).toSorted()).toEqual([died, skipped, missed].toSorted())
  expect(other.receiver.received).toHaveLength(othersBefore)
  expect(await deadLettersOf(world)).toEqual([])
  const last = new Map(
    (await logOf(world, `webhookId=${endpoint.id}&limit=3`)).map(row => [row['eventId'], row]),
  )
  expect([died, skipped, missed].map(id => last.get(id)?.['attempts'])).toEqual([7, 6, 1])

  expect(await recover(world, endpoint, since)).toBe(0)
  await settled(world)
  expect(endpoint.receiver.received).toHaveLength(before + 3)
})

/** An endpoint that has missed this number of events. */
async function missing(count: number) {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver())
  await act(world, endpoint, 'deactivate')
  const missed: string[] = []
  for (let n = 0; n < count; n++) missed.push(await publish(world, { n }))
  await act(world, endpoint, 'activate')
  return { world, endpoint, missed }
}

test('two simultaneous recoveries send each event once and omit none', async () => {
  for (let round = 0; round < rounds({ quick: 1, all: 3 }); round++) {
    const { world, endpoint, missed } = await missing(8)
    const counts = await Promise.all(
      [longAgo, longAgo, longAgo].map(since => recover(world, endpoint, since)),
    )
    await settled(world)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(missed.length)
    expect(eventIds(endpoint.receiver).toSorted()).toEqual(missed.toSorted())
  }
})

test('events before the given time stay missed until an earlier time is requested', async () => {
  const { world, endpoint, missed } = await missing(2)
  const since = await moment()
  await act(world, endpoint, 'deactivate')
  const late = await publish(world)
  await act(world, endpoint, 'activate')
  expect(await recover(world, endpoint, since.getTime())).toBe(1)
  await settled(world)
  expect(eventIds(endpoint.receiver)).toEqual([late])
  expect(await recover(world, endpoint, new Date(Date.now() + 60_000))).toBe(0)
  expect(await recover(world, endpoint, longAgo)).toBe(2)
  await settled(world)
  expect(eventIds(endpoint.receiver).toSorted()).toEqual([late, ...missed].toSorted())
})

test('more than one batch of QStash is recovered completely', async () => {
  const many = rounds({ quick: 105, all: 130 })
  const { world, endpoint, missed } = await missing(many)
  expect(await recover(world, endpoint, longAgo)).toBe(many)
  await settled(world)
  expect(eventIds(endpoint.receiver).toSorted()).toEqual(missed.toSorted())
})

test('recovery of an inactive endpoint is 409, and sends nothing', async () => {
  const { world, endpoint } = await missing(1)
  await act(world, endpoint, 'deactivate')
  const body = { since: longAgo.toISOString() }
  const answer = await world.admin('POST', `${endpoint.at}/recover`, { body })
  problemOf(answer, 409)
  expect(answer.text('code')).toBe('endpoint_inactive')
  await settled(world)
  expect(endpoint.receiver.received).toEqual([])
})

test('events that a changed filter excludes are not recovered', async () => {
  const { world, endpoint } = await missing(2)
  await world.admin('PUT', endpoint.at, { body: { filter: { n: 1 } } })
  expect(await recover(world, endpoint, longAgo)).toBe(1)
  await settled(world)
  expect(endpoint.receiver.received.map(({ body }) => JSON.parse(body).payload)).toEqual([{ n: 1 }])
})

test('events from before the creation of the endpoint do not count as missed', async () => {
  const world = await makeWorld(system.stack)
  await publish(world)
  const endpoint = await makeEndpoint(world, system.sink.receiver())
  expect(await recover(world, endpoint, longAgo)).toBe(0)
  await settled(world)
  expect(endpoint.receiver.received).toEqual([])
})

test('deliveries in progress are not sent a second time', async () => {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver('hang'))
  await publish(world)
  await arrived(endpoint.receiver, 1)
  expect(await recover(world, endpoint, longAgo)).toBe(0)
  expect(endpoint.receiver.received).toHaveLength(1)
})
