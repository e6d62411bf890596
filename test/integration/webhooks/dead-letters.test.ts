// Dead letters: when a delivery becomes one, the list, and retries.
import { describe, expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import { problemOf } from '../../support/problem.ts'
import {
  act,
  arrived,
  badMembers,
  deadLettersOf,
  delivered,
  eventIds,
  logOf,
  makeEndpoint,
  publish,
  type Reply,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink()

const retry = (world: World, deliveryId: unknown) =>
  world.admin('POST', `/api/webhooks/deliveries/${deliveryId}/retry`)

async function retried(world: World, deliveryId: unknown): Promise<void> {
  const answer = await retry(world, deliveryId)
  expect(answer.status, answer.raw).toBe(202)
  await settled(world)
}

/** Returns an endpoint with one dead letter; afterwards the endpoint gives the last response. */
async function dead(...replies: Reply[]) {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver(...replies))
  const eventId = await publish(world, { page: 7 })
  await settled(world)
  const [letter = {}] = await deadLettersOf(world)
  return { world, endpoint, eventId, letter }
}

test('a delivery that fails six times is a dead letter with the last status, and is not tried again', async () => {
  const replies = [500, 502, 404, 301, 429, 503].map(status => ({ status }))
  const { world, endpoint, eventId, letter } = await dead(...replies)
  const rows = await logOf(world)
  expect(rows.map(({ attempts }) => attempts)).toEqual([6, 5, 4, 3, 2, 1])
  expect(rows.map(({ statusCode }) => statusCode)).toEqual([503, 429, 301, 404, 502, 500])
  expect(await deadLettersOf(world)).toEqual([letter])
  expect(letter).toEqual({
    id: rows[0]?.['deliveryId'],
    webhookId: endpoint.id,
    eventId,
    event: 'document.updated',
    topic: 'courses.syllabus',
    url: endpoint.receiver.url,
    status: 'dead',
    attempts: 6,
    statusCode: 503,
    fault: null,
    createdAt: expect.any(Number),
    finishedAt: expect.any(Number),
  })
  await system.stack.sweep()
  await settled(world)
  expect(endpoint.receiver.received).toHaveLength(6)
})

test('a dead letter has the address to which it was sent, also after the endpoint has another one', async () => {
  const { world, endpoint, letter } = await dead({ status: 500 })
  const { url } = system.sink.receiver()
  expect((await world.admin('PUT', endpoint.at, { body: { url } })).body).toMatchObject({ url })
  const sent = { url: endpoint.receiver.url }
  expect(await deadLettersOf(world)).toMatchObject([sent])
  const detail = await world.admin('GET', `/api/webhooks/deliveries/${letter['id']}`)
  expect(detail.body).toMatchObject({ ...sent, log: Array.from({ length: 6 }, () => sent) })
})

test('a delivery that succeeds at the sixth attempt is not a dead letter', async () => {
  const { world, endpoint } = await dead(...Array.from({ length: 5 }, () => ({ status: 500 })), {
    status: 200,
  })
  expect(endpoint.receiver.received).toHaveLength(6)
  expect(await deadLettersOf(world)).toEqual([])
})

test('a dead letter whose last attempt had no response has status 0 and the error', async () => {
  const { letter } = await dead({ status: 500 }, 'drop')
  expect(letter).toMatchObject({ statusCode: 0, fault: 'connection', attempts: 6 })
})

test('dead letters are listed newest first, by endpoint, in pages', async () => {
  const world = await makeWorld(system.stack)
  const endpoints = [
    await makeEndpoint(world, system.sink.receiver({ status: 410 })),
    await makeEndpoint(world, system.sink.receiver({ status: 410 })),
  ]
  const made: string[] = []
  for (let n = 0; n < 3; n++) {
    for (const endpoint of endpoints) await act(world, endpoint, 'activate')
    made.unshift(await publish(world))
    await settled(world)
  }
  const all = await deadLettersOf(world)
  expect(all.map(({ eventId }) => eventId)).toEqual(made.flatMap(id => [id, id]))
  for (const { id } of endpoints) {
    const own = await deadLettersOf(world, `webhookId=${id}`)
    expect(own).toEqual(all.filter(({ webhookId }) => webhookId === id))
    expect(own).toHaveLength(3)
  }
  const walked = []
  let page = await deadLettersOf(world, 'limit=4')
  for (let pages = 0; page.length > 0 && pages < 9; pages++) {
    walked.push(...page)
    page = await deadLettersOf(world, `limit=4&before=${page.at(-1)?.['id']}`)
  }
  expect(walked).toEqual(all)
  expect(await deadLettersOf(world, 'limit=0')).toEqual([])
  expect(await deadLettersOf(world, 'limit=5000')).toEqual(all)
})

test.each(['webhookId=WH1', 'limit=-1', 'limit=x', 'before=x'])(
  'an invalid query of dead letters is 400: %s',
  async query => {
    const { admin } = await makeWorld(system.stack)
    expect(badMembers(await admin('GET', `/api/webhooks/dead-letters?${query}`))).toEqual([
      query.split('=')[0],
    ])
  },
)

describe('a retry', () => {
  test('of a dead letter sends the same event id and body again, and its attempts continue the numbering', async () => {
    const { world, endpoint, eventId, letter } = await dead({ status: 500 })
    endpoint.receiver.replies = [{ status: 200 }]
    const answer = await retry(world, letter['id'])
    expect(answer.status, answer.raw).toBe(202)
    expect(answer.body).toMatchObject({
      id: letter['id'],
      eventId,
      webhookId: endpoint.id,
      status: 'pending',
    })
    await settled(world)
    expect(eventIds(endpoint.receiver)).toEqual(Array.from({ length: 7 }, () => eventId))
    expect(new Set(endpoint.receiver.received.map(({ body }) => body)).size).toBe(1)
    expect((await logOf(world, 'limit=1'))[0]).toMatchObject({ attempts: 7, success: true, statusCode: 200 })
    expect(await deadLettersOf(world)).toEqual([])
    const detail = await world.admin('GET', `/api/webhooks/deliveries/${letter['id']}`)
    expect(detail.body).toMatchObject({ status: 'delivered', attempts: 7 })
  })

  test('that fails again is a dead letter again, after six more attempts', async () => {
    const { world, endpoint, letter } = await dead({ status: 500 })
    // Without earlier failures, which would pause the endpoint.
    await act(world, endpoint, 'activate')
    endpoint.receiver.replies = [{ status: 502 }]
    await retried(world, letter['id'])
    expect(endpoint.receiver.received).toHaveLength(12)
    expect(await deadLettersOf(world)).toEqual([
      expect.objectContaining({ id: letter['id'], attempts: 12, statusCode: 502 }),
    ])
    expect((await logOf(world)).map(({ attempts }) => attempts)).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ])
  })

  test('repeated after the first has ended sends twice', async () => {
    const world = await makeWorld(system.stack)
    const { endpoint, eventId, deliveryId } = await delivered(world, system.sink)
    await retried(world, deliveryId)
    await retried(world, deliveryId)
    expect(eventIds(endpoint.receiver)).toEqual([eventId, eventId, eventId])
    expect((await logOf(world)).map(({ attempts }) => attempts)).toEqual([3, 2, 1])
  })

  test('of a delivery in progress is 409, and sends nothing more', async () => {
    const world = await makeWorld(system.stack)
    const { endpoint, deliveryId } = await delivered(world, system.sink)
    endpoint.receiver.replies = ['hang']
    expect((await retry(world, deliveryId)).status).toBe(202)
    await arrived(endpoint.receiver, 2)
    const answer = await retry(world, deliveryId)
    problemOf(answer, 409)
    expect(answer.text('code')).toBe('delivery_pending')
    expect(endpoint.receiver.received).toHaveLength(2)
  })

  test('requested many times at once is executed once', async () => {
    const world = await makeWorld(system.stack)
    const { endpoint, deliveryId } = await delivered(world, system.sink)
    endpoint.receiver.replies = ['hang']
    const answers = await Promise.all(Array.from({ length: 8 }, () => retry(world, deliveryId)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([202, ...Array.from({ length: 7 }, () => 409)])
    await arrived(endpoint.receiver, 2)
    expect(endpoint.receiver.received).toHaveLength(2)
  })

  test('for an inactive endpoint is 409, and the dead letter is kept', async () => {
    const { world, endpoint, letter } = await dead({ status: 500 })
    await act(world, endpoint, 'deactivate')
    const answer = await retry(world, letter['id'])
    problemOf(answer, 409)
    expect(answer.text('code')).toBe('endpoint_inactive')
    await settled(world)
    expect(endpoint.receiver.received).toHaveLength(6)
    expect(await deadLettersOf(world)).toEqual([letter])
  })

  test('of an unknown delivery is 404, and a body with members is refused', async () => {
    const world = await makeWorld(system.stack)
    problemOf(await retry(world, newSid('WD')), 404)
    const { deliveryId } = await delivered(world, system.sink)
    const options = { body: { force: true } }
    const answer = await world.admin('POST', `/api/webhooks/deliveries/${deliveryId}/retry`, options)
    expect(badMembers(answer)).toEqual(['force'])
  })
})
