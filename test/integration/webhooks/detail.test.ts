// GET /api/webhooks/deliveries/{id}: the sent requests and the responses, without secrets.
import { expect, test } from 'vitest'
import type { Answer } from '../../support/client.ts'
import { dumpOf } from '../../support/sts.ts'
import {
  act,
  delivered,
  logOf,
  makeEndpoint,
  publish,
  type Reply,
  type Row,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink()

const cap = 16 * 1024

/** Returns the endpoint and the detail of one delivery. */
async function exchanged(
  { payload = {}, replies = [] }: { payload?: Row; replies?: Reply[] },
  given?: World,
) {
  const world = given ?? (await makeWorld(system.stack))
  const endpoint = await makeEndpoint(world, system.sink.receiver(...replies))
  const eventId = await publish(world, payload)
  await settled(world)
  const [row = {}] = await logOf(world)
  const detail = await world.admin('GET', `/api/webhooks/deliveries/${row['deliveryId']}`)
  expect(detail.status, detail.raw).toBe(200)
  return { world, endpoint, eventId, detail, deliveryId: String(row['deliveryId']) }
}

type Exchange = { headers: Record<string, string>; body: string; truncated: boolean }
type Attempt = Row & { request: Exchange; response: Exchange | null }
const attemptsOf = (detail: Answer): Attempt[] => {
  const { log }: { log: Attempt[] } = JSON.parse(detail.raw)
  return log
}

test('a delivery has its endpoint, event, outcome and dates', async () => {
  const { world, endpoint, eventId, detail, deliveryId } = await exchanged({})
  const { log: _, ...members } = detail.body
  expect(members).toEqual({
    id: deliveryId,
    webhookId: endpoint.id,
    eventId,
    event: 'document.updated',
    topic: 'courses.syllabus',
    url: endpoint.receiver.url,
    status: 'delivered',
    attempts: 1,
    createdAt: expect.any(Number),
    finishedAt: expect.any(Number),
  })
  expect(detail.count('finishedAt')).toBeGreaterThanOrEqual(detail.count('createdAt'))
  const [{ request: _request, response: _response, ...attempt } = { request: null, response: null }] =
    attemptsOf(detail)
  expect([attempt]).toEqual(await logOf(world))
})

test('each attempt has the request and the response, unchanged', async () => {
  const replies = [
    { status: 503, headers: { 'x-reason': 'busy', 'content-type': 'text/plain' }, body: 'come back later' },
    { status: 200, body: 'thanks' },
  ]
  const { endpoint, detail } = await exchanged({ payload: { page: 'ä€😀' }, replies })
  const attempts = attemptsOf(detail)
  expect(attempts.map(({ attempts: number }) => number)).toEqual([1, 2])
  for (const [at, { request, response }] of attempts.entries()) {
    const received = endpoint.receiver.received[at]
    expect(request.body).toBe(received?.body)
    expect(request.truncated).toBe(false)
    const shown = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])
    expect(received?.headers).toMatchObject(Object.fromEntries(shown))
    expect(shown.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'content-type',
        'x-webhook-signature',
        'x-webhook-timestamp',
        'x-webhook-endpoint-id',
      ]),
    )
    expect(response).toMatchObject({ body: replies[at]?.body, truncated: false })
  }
  expect(attempts[0]?.response?.headers).toMatchObject({ 'x-reason': 'busy' })
})

test.each([
  [cap - 1, false],
  [cap, false],
  [cap + 1, true],
  [300_000, true],
])('of a response of %d bytes at most 16 KiB are stored', async (bytes, truncated) => {
  const { detail } = await exchanged({ replies: [{ body: 'x'.repeat(bytes) }] })
  expect(detail.body['status']).toBe('delivered')
  const [attempt] = attemptsOf(detail)
  expect(attempt?.response?.body).toBe('x'.repeat(Math.min(bytes, cap)))
  expect(attempt?.response?.truncated).toBe(truncated)
})

test('of a request beyond 16 KiB the first are stored, and all of it is sent', async () => {
  const payload = { text: 'y'.repeat(100_000) }
  const { endpoint, detail } = await exchanged({ payload })
  const sent = endpoint.receiver.received[0]?.body ?? ''
  expect(JSON.parse(sent)).toMatchObject({ payload })
  expect(attemptsOf(detail)[0]?.request).toMatchObject({ body: sent.slice(0, cap), truncated: true })
})

test.each([
  ['NUL', 'a\u0000b'],
  ['half a surrogate pair at the cap', `${'x'.repeat(cap - 2)}😀`],
  ['nothing', ''],
])('a response with %s is stored, and the delivery is unaffected', async (_, body) => {
  const { detail } = await exchanged({ replies: [{ body }] })
  expect(detail.body).toMatchObject({ status: 'delivered', attempts: 1 })
  expect(attemptsOf(detail)).toHaveLength(1)
})

test('an attempt without a response has none', async () => {
  const { detail } = await exchanged({ replies: ['drop', { status: 200 }] })
  const [first, second] = attemptsOf(detail)
  expect(first).toMatchObject({ response: null, statusCode: 0, success: false })
  expect(second).toMatchObject({ response: expect.anything(), statusCode: 200, success: true })
})

test('no response about deliveries and no row of the database contains a secret of the endpoint', async () => {
  const world = await makeWorld(system.stack)
  const secrets = ['the-very-first-secret', 'the-second-secret-then', 'the-third-one-by-update']
  const [first = '', second = '', third = ''] = secrets
  const endpoint = await makeEndpoint(world, system.sink.receiver({ status: 410 }), { secret: first })
  await publish(world)
  await settled(world)
  await act(world, endpoint, 'activate')
  await act(world, endpoint, 'rotate-secret', { secret: second })
  endpoint.receiver.replies = [{ status: 200 }]
  await act(world, endpoint, 'test')
  await settled(world)
  await world.admin('PUT', endpoint.at, { body: { secret: third } })
  await publish(world)
  await settled(world)
  const rows = await logOf(world)
  expect(rows).toHaveLength(3)
  const paths = [
    ...['/api/webhooks', endpoint.at, '/api/webhooks/logs', '/api/webhooks/dead-letters'],
    ...rows.map(({ deliveryId }) => `/api/webhooks/deliveries/${deliveryId}`),
  ]
  const texts = [await dumpOf(system.stack)]
  for (const path of paths) texts.push((await world.admin('GET', path)).raw)
  for (const { body, headers } of endpoint.receiver.received) texts.push(body + JSON.stringify(headers))
  const shapes = secrets.flatMap(secret =>
    (['utf8', 'base64', 'base64url', 'hex'] as const).map(encoding => Buffer.from(secret).toString(encoding)),
  )
  for (const text of texts)
    for (const shape of shapes) expect(text.toLowerCase().includes(shape.toLowerCase()), shape).toBe(false)
})

test('the detail of a delivery in progress is pending, with the attempts so far', async () => {
  const world = await makeWorld(system.stack)
  await delivered(world, system.sink)
  const slow = await makeEndpoint(world, system.sink.receiver('hang'), { filter: { slow: true } })
  await publish(world, { slow: true })
  const { rows } = await system.stack.db.execute<{ sid: string }>(
    `select sid from webhook_delivery where endpoint_sid = '${slow.id.slice(2)}'`,
  )
  const detail = await world.admin('GET', `/api/webhooks/deliveries/WD${rows[0]?.sid.replaceAll('-', '')}`)
  expect(detail.body).toMatchObject({ status: 'pending', attempts: 0, finishedAt: null, log: [] })
})
