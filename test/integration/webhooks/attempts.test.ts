// Consecutive delivery attempts: the sent request, and the responses that count as success.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTime, repeatedIfLate } from '../../support/late.ts'
import { isExhaustive } from '../../support/rounds.ts'
import { freePort } from '../../support/start.ts'
import {
  arrived,
  deadLettersOf,
  type Endpoint,
  endpointSecret,
  logOf,
  makeEndpoint,
  publish,
  type Received,
  type Reply,
  type Row,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink()

type Made = { replies?: Reply[]; secret?: string; payload?: Row }

/** One event for one endpoint, until it is delivered or dead. */
async function sent({ replies = [], secret = endpointSecret, payload = {} }: Made) {
  const world = await makeWorld(system.stack)
  const endpoint = await makeEndpoint(world, system.sink.receiver(...replies), { secret })
  const eventId = await publish(world, payload)
  await settled(world)
  return { world, endpoint, eventId, received: endpoint.receiver.received, log: await logOf(world) }
}

const timeOf = ({ headers }: Received) => Number(headers['x-webhook-timestamp'])

test('a delivery is a POST of JSON with exactly the members of the interface', async () => {
  const payload = { documentId: 'syllabus-7', nested: { list: [1.5, null, 'ä€😀"\\'] }, empty: {} }
  const { received, eventId } = await sent({ payload })
  expect(received).toHaveLength(1)
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    id: eventId,
    topic: 'courses.syllabus',
    source: 'sdk',
    type: 'document.updated',
    payload,
    metadata: {
      timestamp: expect.any(Number),
      table: expect.any(String),
      operation: expect.any(String),
      environment: expect.stringMatching(/./),
    },
  })
})

test('the headers are those of the interface, and the signature covers the received bytes', async () => {
  const { received, endpoint } = await sent({ payload: { text: 'ä€😀' } })
  const { body, headers, at } = received[0] ?? expect.fail('nothing came')
  expect(headers['content-type']).toBe('application/json')
  expect(headers['x-webhook-endpoint-id']).toBe(endpoint.id)
  expect(headers['x-webhook-timestamp']).toMatch(/^\d{13}$/)
  expect(Math.abs(at - timeOf({ body, headers, at }))).toBeLessThan(60_000)
  const t = headers['x-webhook-timestamp']
  const hex = createHmac('sha256', endpointSecret).update(`${t}.${body}`, 'utf8').digest('hex')
  expect(headers['x-webhook-signature']).toBe(`t=${t},v1=${hex}`)
})

test.each([
  ['a plain secret', endpointSecret, { format: 'raw' as const }],
  ['a secret in its own format', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {}],
])(
  'the standard verifier of Standard Webhooks accepts the request, with %s, and nothing else',
  async (_, secret, options) => {
    const { received, eventId } = await sent({
      secret,
      payload: { text: 'ä€😀' },
      replies: [{ status: 500 }, { status: 200 }],
    })
    expect(received).toHaveLength(2)
    const verifier = new Webhook(secret, options)
    for (const { body, headers } of received) {
      expect(headers['webhook-id']).toBe(eventId)
      expect(verifier.verify(body, headers)).toEqual(JSON.parse(body))
      expect(() => verifier.verify(`${body} `, headers)).toThrow()
      expect(() => verifier.verify(body, { ...headers, 'webhook-id': 'EV0' })).toThrow()
      expect(() => new Webhook(`${secret}BBBB`, options).verify(body, headers)).toThrow()
    }
  },
)

test('all attempts send the same bytes and event id, each with a new signature and a later time', async () => {
  const { received, eventId } = await sent({
    replies: [{ status: 500 }],
    payload: { z: 1, a: [2, { c: 3, b: 4 }] },
  })
  expect(received).toHaveLength(6)
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]))
  const times = received.map(timeOf)
  for (const [at, time] of times.entries()) if (at > 0) expect(time).toBeGreaterThan(times[at - 1] ?? 0)
  expect(new Set(received.map(({ headers }) => headers['x-webhook-signature'])).size).toBe(6)
})

const successes = [200, 201, 202, 204, 206, 299]
const failures = [
  ...[300, 304, 400, 401, 403, 404, 408, 409, 422, 425, 429, 489, 500, 501, 502, 503, 504, 599],
]
/** One event for many endpoints, each of which returns another status. */
let manyWorld: World
const endpoints = new Map<number, Endpoint>()
beforeAll(async () => {
  manyWorld = await makeWorld(system.stack)
  for (const status of [...successes, ...failures]) {
    const then = { status: successes.includes(status) ? 500 : 204 }
    endpoints.set(status, await makeEndpoint(manyWorld, system.sink.receiver({ status }, then)))
  }
  await publish(manyWorld)
  await settled(manyWorld)
})

/** The first request that the endpoint received with this status, and its log. */
async function answering(status: number) {
  const endpoint = endpoints.get(status)
  if (!endpoint) throw new Error(`No endpoint answers ${status}.`)
  return { received: endpoint.receiver.received, log: await logOf(manyWorld, `webhookId=${endpoint.id}`) }
}

test.each(successes)('%d is a success and is not sent again', async status => {
  const { received, log } = await answering(status)
  expect(received).toHaveLength(1)
  expect(log).toEqual([
    expect.objectContaining({ statusCode: status, success: true, fault: null, attempts: 1 }),
  ])
})

test.each(failures)('%d is a failure and is sent again', async status => {
  const { received, log } = await answering(status)
  expect(received).toHaveLength(2)
  expect(log[1]).toMatchObject({ statusCode: status, success: false, fault: null, attempts: 1 })
  expect(log[0]).toMatchObject({ statusCode: 204, success: true, attempts: 2 })
})

test.each([301, 302, 303, 307, 308])('a redirect by %d is a failure and is not followed', async status => {
  const elsewhere = system.sink.receiver()
  const redirect = { status, headers: { location: elsewhere.url } }
  const { received, log } = await sent({ replies: [redirect, redirect, { status: 204 }] })
  expect(received).toHaveLength(3)
  expect(elsewhere.received).toEqual([])
  expect(log.map(({ statusCode }) => statusCode)).toEqual([204, status, status])
  expect(log.map(({ success }) => success)).toEqual([true, false, false])
})

test('QStash does not see the response of the target: the schedule is ours', async () => {
  const headers = { 'upstash-nonretryable-error': 'true', 'x-ratelimit-reset': '86000' }
  const { received } = await sent({ replies: [{ status: 489, headers }, { status: 204 }] })
  expect(received).toHaveLength(2)
})

test('an address that has become forbidden is not called, and the delivery is dead at once', async () => {
  const world = await makeWorld(system.stack)
  const { id, receiver } = await makeEndpoint(world, system.sink.receiver())
  // Another address of the same machine: it has no exception, so it is refused wherever it comes from.
  const inside = createServer((_, response) => response.end()).listen(0, '127.0.0.2')
  try {
    await once(inside, 'listening')
    let calls = 0
    inside.on('connection', () => (calls += 1))
    const url = receiver.url.replace(/127\.0\.0\.1:\d+/, `127.0.0.2:${portOf(inside)}`)
    await system.stack.db.execute(
      sql`update webhook_endpoint set url = ${url} where sid = ${id.slice(2)}::uuid`,
    )
    await publish(world)
    await settled(world)
    expect(calls).toBe(0)
  } finally {
    inside.close()
  }
  expect(await logOf(world)).toEqual([
    expect.objectContaining({ statusCode: 0, success: false, fault: 'blocked', attempts: 1 }),
  ])
  expect(await deadLettersOf(world)).toHaveLength(1)
})

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

describe('without a response', () => {
  test('statusCode is 0 with the error of the connection, and the delivery is retried', async () => {
    const { received, log } = await sent({ replies: ['drop', { status: 204 }] })
    expect(received).toHaveLength(2)
    expect(log[1]).toMatchObject({ statusCode: 0, success: false, fault: 'connection', attempts: 1 })
  })

  test('because the connection is refused, statusCode is 0 at each of six attempts', async () => {
    const world = await makeWorld(system.stack)
    await makeEndpoint(world, { ...system.sink.receiver(), url: `http://127.0.0.1:${await freePort()}/` })
    await publish(world)
    await settled(world)
    const log = await logOf(world)
    expect(log).toHaveLength(6)
    for (const row of log) expect(row).toMatchObject({ statusCode: 0, success: false, fault: 'connection' })
  })

  // This waits 15 seconds; unit/platform/time-limits compares the limits.
  test.runIf(isExhaustive)(
    'within 15 seconds the attempt ends as a timeout, and is retried',
    repeatedIfLate,
    async () => {
      const world = await makeWorld(system.stack)
      const { receiver } = await makeEndpoint(world, system.sink.receiver('hang', { status: 204 }))
      await publish(world)
      await arrived(receiver, 2)
      await settled(world)
      const [, row] = await logOf(world)
      expect(row).toMatchObject({ statusCode: 0, success: false, fault: 'timeout', attempts: 1 })
      expect(Number(row?.['durationMs'])).toBeGreaterThanOrEqual(14_900)
      inTime(Number(row?.['durationMs']), 18_000)
    },
  )
})
