// Events and deliveries when an endpoint is deactivated, activated, deleted, changed, tested or gone.
import { describe, expect, test } from 'vitest'
import { problemOf } from '../../support/problem.ts'
import {
  act,
  arrived,
  badMembers,
  eventIds,
  logOf,
  makeEndpoint,
  publish,
  type Reply,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const system = stackWithSink()

async function scene() {
  const world = await makeWorld(system.stack)
  return { world, endpoint: await makeEndpoint(world, system.sink.receiver()) }
}

/** A scene with a delivery whose first attempt is in progress, and fails when the test lets it. */
async function inProgress() {
  const { world, endpoint } = await scene()
  const response = Promise.withResolvers<Reply>()
  endpoint.receiver.replies = [response.promise]
  const eventId = await publish(world)
  await arrived(endpoint.receiver, 1)
  return { world, endpoint, eventId, fail: () => response.resolve({ status: 500 }) }
}

describe('an inactive endpoint', () => {
  test('gets no events, and nothing is logged for it; after activation it gets later events', async () => {
    const { world, endpoint } = await scene()
    const first = await publish(world)
    await settled(world)
    await act(world, endpoint, 'deactivate')
    await publish(world)
    await settled(world)
    expect(await logOf(world)).toHaveLength(1)
    await act(world, endpoint, 'activate')
    const last = await publish(world)
    await settled(world)
    expect(eventIds(endpoint.receiver)).toEqual([first, last])
    expect(await logOf(world)).toHaveLength(2)
  })

  test('does not get deliveries in progress, and earlier attempts stay in the log', async () => {
    const { world, endpoint, fail } = await inProgress()
    await act(world, endpoint, 'deactivate')
    fail()
    await settled(world)
    expect(endpoint.receiver.received).toHaveLength(1)
    const [row, ...more] = await logOf(world)
    expect(more).toEqual([])
    const detail = await world.admin('GET', `/api/webhooks/deliveries/${row?.['deliveryId']}`)
    expect(detail.body).toMatchObject({ status: 'skipped', attempts: 1 })
  })

  test('does not affect the deliveries to others', async () => {
    const { world, endpoint } = await scene()
    const other = await makeEndpoint(world, system.sink.receiver())
    await act(world, endpoint, 'deactivate')
    await publish(world)
    await settled(world)
    expect([endpoint, other].map(({ receiver }) => receiver.received.length)).toEqual([0, 1])
  })
})

describe('a deleted endpoint', () => {
  test('gets nothing more, neither new events nor deliveries in progress', async () => {
    const { world, endpoint, fail } = await inProgress()
    expect((await world.admin('DELETE', endpoint.at)).status).toBe(204)
    fail()
    await publish(world)
    await settled(world)
    expect(endpoint.receiver.received).toHaveLength(1)
    expect(await logOf(world, `webhookId=${endpoint.id}`)).toHaveLength(1)
  })

  test('is not restored by a retry of one of its deliveries', async () => {
    const { world, endpoint } = await scene()
    await publish(world)
    await settled(world)
    const [row] = await logOf(world)
    await world.admin('DELETE', endpoint.at)
    const answer = await world.admin('POST', `/api/webhooks/deliveries/${row?.['deliveryId']}/retry`)
    problemOf(answer, answer.status === 404 ? 404 : 409)
    await settled(world)
    expect(endpoint.receiver.received).toHaveLength(1)
  })
})

describe('an update', () => {
  test('of the address applies to deliveries in progress', async () => {
    const { world, endpoint, eventId, fail } = await inProgress()
    const moved = system.sink.receiver()
    expect((await world.admin('PUT', endpoint.at, { body: { url: moved.url } })).status).toBe(200)
    fail()
    await settled(world)
    expect(endpoint.receiver.received).toHaveLength(1)
    expect(eventIds(moved)).toEqual([eventId])
  })

  test('of the events and the filter applies to later events', async () => {
    const { world, endpoint } = await scene()
    await world.admin('PUT', endpoint.at, { body: { events: ['socket.message'], filter: { room: 7 } } })
    await publish(world, { room: 7 })
    await publish(world, { room: 8 }, 'socket.message')
    const wanted = await publish(world, { room: '7' }, 'socket.message')
    await settled(world)
    expect(eventIds(endpoint.receiver)).toEqual([wanted])
    await world.admin('PUT', endpoint.at, { body: { filter: {} } })
    const any = await publish(world, {}, 'socket.message')
    await settled(world)
    expect(eventIds(endpoint.receiver)).toEqual([wanted, any])
  })
})

describe('a test event', () => {
  test('is sent to its endpoint only, with any filter, as an event of its first type', async () => {
    const { world } = await scene()
    const members = { events: ['socket.message', 'document.updated'], filter: { never: 'there' } }
    const tested = await makeEndpoint(world, system.sink.receiver(), members)
    const others = [
      await makeEndpoint(world, system.sink.receiver(), { events: members.events }),
      await makeEndpoint(world, system.sink.receiver(), { ...members, filter: {} }),
    ]
    const answer = await act(world, tested, 'test')
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({
      eventId: expect.stringMatching(/^EV[a-f0-9]{32}$/),
      deliveryId: expect.stringMatching(/^WD[a-f0-9]{32}$/),
    })
    await settled(world)
    expect(eventIds(tested.receiver)).toEqual([answer.text('eventId')])
    expect(JSON.parse(tested.receiver.received[0]?.body ?? '')).toMatchObject({ type: 'socket.message' })
    for (const { receiver } of others) expect(receiver.received).toEqual([])
    const [row] = await logOf(world, `webhookId=${tested.id}`)
    expect(row).toMatchObject({ deliveryId: answer.text('deliveryId'), success: true, attempts: 1 })
  })

  test('that is sent twice is two events', async () => {
    const { world, endpoint } = await scene()
    await act(world, endpoint, 'test')
    await act(world, endpoint, 'test')
    await settled(world)
    expect(new Set(eventIds(endpoint.receiver)).size).toBe(2)
  })

  test('of an inactive endpoint is 409, and nothing is sent', async () => {
    const { world, endpoint } = await scene()
    await act(world, endpoint, 'deactivate')
    const answer = await world.admin('POST', `${endpoint.at}/test`)
    problemOf(answer, 409)
    expect(answer.text('code')).toBe('endpoint_inactive')
    await act(world, endpoint, 'activate')
    await settled(world)
    expect(endpoint.receiver.received).toEqual([])
  })
})

test('410 deactivates the endpoint at once, without another attempt, and no other endpoint', async () => {
  const { world, endpoint } = await scene()
  const other = await makeEndpoint(world, system.sink.receiver())
  endpoint.receiver.replies = [{ status: 410 }]
  await publish(world)
  await settled(world)
  expect((await world.admin('GET', endpoint.at)).body).toEqual({ ...endpoint.record, active: false })
  expect((await world.admin('GET', other.at)).body['active']).toBe(true)
  const rows = await logOf(world, `webhookId=${endpoint.id}`)
  expect(rows).toEqual([expect.objectContaining({ statusCode: 410, success: false, attempts: 1 })])
  await publish(world)
  await settled(world)
  expect([endpoint, other].map(({ receiver }) => receiver.received.length)).toEqual([1, 2])
  endpoint.receiver.replies = []
  await act(world, endpoint, 'activate')
  await publish(world)
  await settled(world)
  expect(endpoint.receiver.received).toHaveLength(2)
})

test('an update cannot make an endpoint active or inactive', async () => {
  const { world, endpoint } = await scene()
  expect(badMembers(await world.admin('PUT', endpoint.at, { body: { active: false } }))).toEqual(['active'])
})
