// The trace of a request that changes a record reaches the endpoint, at each attempt.
import { expect, test } from 'vitest'
import { parseTraceparent } from '../../../src/shared/logging/trace.ts'
import type { Answer } from '../../support/client.ts'
import {
  arrived,
  makeEndpoint,
  type Received,
  type Reply,
  rowsOf,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink()

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const caller = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${caller}-01`

const spanIn = ({ headers }: Received) => {
  const span = parseTraceparent(headers['traceparent'] ?? '')
  return span ?? expect.fail(`traceparent: ${headers['traceparent']}`)
}

const changes: Record<string, (world: World, headers: Record<string, string>) => Promise<Answer>> = {
  'a change in a statement alone': ({ admin, path }, headers) =>
    admin('POST', path('/users'), {
      ...{ headers, body: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' } },
    }),
  'a change in a batch': ({ admin, path }, headers) =>
    admin('POST', path('/provision'), {
      ...{
        headers,
        body: {
          course: { ids: { lms: 'c' }, title: 'C' },
          user: { ids: { lms: 'a' }, firstName: 'A', lastName: 'B', email: 'a@b.example' },
        },
      },
    }),
  'a published event': ({ admin }, headers) =>
    admin('POST', '/api/events', {
      ...{ headers, body: { topic: 'courses', type: 'document.updated', payload: {} } },
    }),
}

const types = ['database.event', 'document.updated']

/** Makes a change, and returns the received requests after its delivery has ended. */
async function received(
  change: string,
  headers: Record<string, string>,
  replies: Reply[] = [{ status: 204 }],
) {
  const world = await makeWorld(system.stack)
  const { receiver } = await makeEndpoint(world, system.sink.receiver(...replies), {
    events: [...types],
  })
  const plain = await makeWorld(system.stack)
  await makeEndpoint(plain, system.sink.receiver(), { events: [...types] })
  const answer = await (changes[change] ?? expect.fail())(world, headers)
  expect(answer.status, answer.raw).toBeLessThan(300)
  const without = await (changes[change] ?? expect.fail())(plain, {})
  expect(answer.roundTrips, 'round trips with a trace').toBe(without.roundTrips)
  await arrived(receiver, replies.length)
  await settled(world)
  await settled(plain)
  return { world, received: receiver.received }
}

test.each(Object.keys(changes))(
  '%s: each attempt continues the trace of the request with its own span',
  async change => {
    const { received: attempts } = await received(change, { traceparent }, [
      { status: 503 },
      'drop',
      { status: 204 },
    ])
    const spans = attempts.map(spanIn)
    expect(attempts.length).toBeGreaterThanOrEqual(3)
    expect(new Set(spans.map(span => span.traceId))).toEqual(new Set([traceId]))
    expect(new Set([caller, ...spans.map(({ spanId }) => spanId)]).size).toBe(attempts.length + 1)
  },
)

test.each([
  ['01', 1],
  ['00', 0],
  ['03', 3],
  ['ff', 3],
])('the flags %s are sent as %i', async (flags, expected) => {
  const { received: attempts } = await received('a published event', {
    traceparent: `00-${traceId}-${caller}-${flags}`,
  })
  expect(attempts.map(spanIn).map(span => span.flags)).toEqual([expected])
})

test.each([
  ['no traceparent', {}],
  ['a malformed one', { traceparent: `00-${traceId}-${caller}-01-more` }],
])(
  'of a request with %s, all attempts of a delivery have one new trace, with the id of the delivery',
  async (_, headers) => {
    const { world, received: attempts } = await received('a change in a statement alone', headers, [
      { status: 503 },
      { status: 204 },
    ])
    const [row] = rowsOf(await world.admin('GET', '/api/webhooks/logs'))
    const ids = attempts.map(spanIn).map(span => span.traceId)
    expect(ids).toEqual([String(row?.['deliveryId']).slice(2), String(row?.['deliveryId']).slice(2)])
  },
)

test('a traceparent applies to its request only: the next change has another one', async () => {
  const world = await makeWorld(system.stack)
  const { receiver } = await makeEndpoint(world, system.sink.receiver(), { events: [...types] })
  const made = changes['a published event'] ?? expect.fail()
  await made(world, { traceparent })
  await made(world, {})
  await arrived(receiver, 2)
  const ids = receiver.received.map(spanIn).map(span => span.traceId)
  expect(ids.filter(id => id === traceId)).toHaveLength(1)
})

test('the log of deliveries contains the sent header', async () => {
  const { world, received: attempts } = await received('a published event', { traceparent })
  const [row] = rowsOf(await world.admin('GET', '/api/webhooks/logs'))
  const { body } = await world.admin('GET', `/api/webhooks/deliveries/${row?.['deliveryId']}`)
  expect(JSON.stringify(body)).toContain(attempts[0]?.headers['traceparent'])
})
