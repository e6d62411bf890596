// Subscribing and publishing with the unmodified client.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connected, disconnectAll, jwtOf, rawSocket, recorded, subscribed } from '../../support/realtime.ts'
import { fewestTrips } from '../../support/round-trips.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(disconnectAll)

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))

test('a publication is an event, and its publisher gets the reply after it is stored', async () => {
  const client = await connected(world)
  const { all } = await subscribed(client, 'room.event')
  await client.publish('room.event', { text: 'hello' })
  await client.publish('room.event', 'a text')
  await expect.poll(() => all.length).toBe(2)
  const { applicationSid: _, ...info } = {
    applicationSid: '',
    client: expect.any(String),
    user: expect.any(String),
  }
  expect(all[0]).toMatchObject({ channel: 'room.event', offset: 1, info })
  expect(all[0]?.data).toEqual({
    id: expect.stringMatching(/^EV[a-f0-9]{32}$/),
    ...{ topic: 'room.event', source: 'socket', type: 'socket.message', payload: { text: 'hello' } },
    metadata: { timestamp: expect.any(Number), table: '', operation: '', environment: 'local' },
  })
  expect(all[1]?.data.payload).toEqual({ value: 'a text' })
  expect(await client.history('room.event', { limit: 10 })).toMatchObject({ offset: 2 })
})

test('all subscribers receive the publications of all publishers in one order, without gaps', async () => {
  const [one, two, three] = await Promise.all([connected(world), connected(world), connected(world)])
  const received = await Promise.all([one, two].map(client => subscribed(client, 'room.order')))
  await Promise.all(
    numbers(40).flatMap(({ n }) => [
      three.publish('room.order', { n }),
      one.publish('room.order', { n: 100 + n }),
    ]),
  )
  await expect.poll(() => received.map(({ all }) => all.length)).toEqual([80, 80])
  const [first, second] = received
  expect(first?.all.map(({ offset }) => offset)).toEqual(Array.from({ length: 80 }, (_, at) => at + 1))
  expect(second?.all).toEqual(first?.all)
})

test('the publications of a frame are stored in its order, a refused one is none of them, and a later command sees them', async () => {
  const socket = await rawSocket(world.stack.baseUrl)
  const token = await jwtOf(world, ['subscribe', 'publish:room.frame'])
  const publish = (id: number, channel: string) => ({ id, publish: { channel, data: { id } } })
  const ids = Array.from({ length: 20 }, (_, at) => at + 2)
  socket.send(
    { id: 1, connect: { token } },
    ...ids.map(id => publish(id, 'room.frame')),
    publish(90, 'room.other'),
    publish(91, 'room.frame'),
    { id: 99, history: { channel: 'room.frame', limit: -1 } },
  )
  await socket.reply(99).toHaveProperty('history.publications')
  const history = socket.lines.find(line => line['id'] === 99)?.['history'] as {
    publications: { offset: number; data: { payload: { id: number } } }[]
  }
  expect(history.publications.map(({ data }) => data.payload.id)).toEqual([...ids, 91])
  expect(history.publications.map(({ offset }) => offset)).toEqual([...ids, 91].map((_, at) => at + 1))
  await socket.reply(90).toMatchObject({ error: { code: 103 } })
  for (const id of [...ids, 91]) await socket.reply(id).toEqual({ id, publish: {} })
  socket.close()
})

test('a client recovers what it missed, in order and once', async () => {
  const [publisher, client] = await Promise.all([connected(world), connected(world)])
  const { subscription, payloads } = await subscribed(client, 'room.recovery')
  const recoveries: boolean[] = []
  subscription.on('subscribed', ({ wasRecovering, recovered }) => recoveries.push(wasRecovering && recovered))
  await publisher.publish('room.recovery', { n: 0 })
  await expect.poll(payloads).toHaveLength(1)
  client.disconnect()
  for (const data of numbers(30).slice(1)) await publisher.publish('room.recovery', data)
  client.connect()
  await expect.poll(payloads).toEqual(numbers(30))
  expect(recoveries).toEqual([true])
})

test('a position beyond the history or of another epoch is not recovered', async () => {
  const client = await connected(world)
  await client.publish('room.short', { n: 0 })
  const { epoch } = await client.history('room.short')
  for (const since of [
    { offset: 5, epoch },
    { offset: 0, epoch: 'another' },
  ]) {
    const { subscription, all } = recorded(client, 'room.short', { since })
    const results: [boolean, boolean][] = []
    subscription.on('subscribed', ({ wasRecovering, recovered }) => results.push([wasRecovering, recovered]))
    subscription.subscribe()
    await subscription.ready(20_000)
    expect(results).toEqual([[true, false]])
    expect(all).toEqual([])
    subscription.unsubscribe()
    client.removeSubscription(subscription)
  }
})

test('the history has pages in both directions', async () => {
  const client = await connected(world)
  for (const data of numbers(6)) await client.publish('room.history', data)
  const { epoch } = await client.history('room.history')
  const page = async (options: object) =>
    (await client.history('room.history', options)).publications.map(({ offset }) => offset)
  expect(await page({ limit: 2 })).toEqual([1, 2])
  expect(await page({ limit: 2, since: { offset: 2, epoch } })).toEqual([3, 4])
  expect(await page({ limit: -1, reverse: true })).toEqual([6, 5, 4, 3, 2, 1])
  expect(await page({ limit: 2, since: { offset: 3, epoch }, reverse: true })).toEqual([2, 1])
  expect(await page({})).toEqual([])
  await expect(page({ limit: 1, since: { offset: 1, epoch: 'another' } })).rejects.toMatchObject({
    code: 112,
  })
})

test('presence contains the subscribers, and joins and leaves are pushed if requested', async () => {
  const [watcher, other] = await Promise.all([connected(world), connected(world)])
  const { subscription } = await subscribed(watcher, 'room.presence', { joinLeave: true })
  const moves: string[] = []
  subscription.on('join', ({ info }) => moves.push(`join ${info.client}`))
  subscription.on('leave', ({ info }) => moves.push(`leave ${info.client}`))
  const { subscription: others } = await subscribed(other, 'room.presence')
  const { clients } = await watcher.presence('room.presence')
  expect(Object.keys(clients)).toHaveLength(2)
  expect(await watcher.presenceStats('room.presence')).toEqual({ numClients: 2, numUsers: 1 })
  const [joined] = moves
  others.unsubscribe()
  await expect.poll(() => moves).toEqual([joined, joined?.replace('join', 'leave')])
  expect(await watcher.presenceStats('room.presence')).toEqual({ numClients: 1, numUsers: 1 })
  watcher.disconnect()
  await expect.poll(() => other.presenceStats('room.presence')).toEqual({ numClients: 0, numUsers: 0 })
})

test('the first connection and the last one of a user are published on the presence topic', async () => {
  const [watcher, first, second] = await Promise.all([connected(world), connected(world), connected(world)])
  const { all } = await subscribed(watcher, 'presence.room.users')
  const one = await subscribed(first, 'room.users')
  await expect.poll(() => all.length, { timeout: 20_000 }).toBe(1)
  const user = String(all[0]?.data.payload.user)
  expect(all[0]?.data).toMatchObject({
    topic: 'presence.room.users',
    source: 'socket',
    type: 'presence.updated',
  })
  const two = await subscribed(second, 'room.users')
  one.subscription.unsubscribe()
  await sleep(1500)
  two.subscription.unsubscribe()
  await expect.poll(() => all.length, { timeout: 20_000 }).toBe(2)
  expect(all.map(({ data }) => data.payload)).toEqual([
    { user, action: 'join', clients: 1 },
    { user, action: 'leave', clients: 0 },
  ])
  expect(await watcher.history('room.users')).toMatchObject({ offset: 0 })
})

test('subscriptions and publications take no round trip to the database, and a connection takes one', async () => {
  const tokens = await Promise.all([1, 2, 3].map(() => jwtOf(world, ['subscribe', 'publish'])))
  const trips = await fewestTrips(world.stack, 1, async attempt => {
    const token = tokens[attempt - 1]
    const channel = `room.trips-${attempt}`
    const socket = await rawSocket(world.stack.baseUrl)
    socket.send({ id: 1, connect: { token } }, { id: 2, subscribe: { channel } })
    await socket.reply(2).toMatchObject({ subscribe: { recoverable: true, positioned: true, offset: 0 } })
    for (const id of [3, 4, 5]) socket.send({ id, publish: { channel, data: {} } })
    await socket.reply(5).toEqual({ id: 5, publish: {} })
    socket.close()
  })
  expect(trips).toBe(1)
})
