// Repeats each request of the scenario of the examples, which calls every operation.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordOf } from '../../../src/shared/http/etag.ts'
import { takesKey } from '../../../src/shared/http/idempotency-key.ts'
import { operationIdOf } from '../../../src/shared/http/route.ts'
import { recordExamples } from '../../../tools/docs/examples/record.ts'
import { type Documented, sendRequest } from '../../../tools/docs/examples/request.ts'
import { migratedDatabase } from '../../support/postgres.ts'
import { isExhaustive } from '../../support/rounds.ts'
import { everyRoute } from '../../support/routes.ts'

type Response = { status: number; raw: string; headers: Headers }
type Pair = { first: Response; second: Response }

/** A file takes one more round trip (docs/adr/0015), and a roster one to find what earlier ones have imported. */
const mostTrips = { importRoster: { write: 4, replay: 2 } }

/** The operations that were executed with an `If-Match`. */
const matched = new Set<string>()

const pairs = new Map<string, Pair[]>()

/** The path of the record: it extends that of the write, or the write is at a part of the record. */
const pathOfRecord = (route: Documented, record: Documented, path: string): string =>
  record.path.startsWith(route.path)
    ? path + record.path.slice(route.path.length)
    : path.slice(0, path.length - (route.path.length - record.path.length))

/** The header `If-Match` of a write, with the entity tag of the record as it is. */
async function matchOf(...[route, path, input, caller]: Parameters<typeof sendRequest>) {
  const record = recordOf(route, everyRoute)
  if (!record) return {}
  const recordPath = pathOfRecord(route, record, path)
  const read = await sendRequest(record, recordPath, { headers: input.headers ?? {} }, caller)
  const etag = read.headers.get('etag')
  if (etag === null) return {}
  matched.add(operationIdOf(route))
  return { 'If-Match': etag }
}

/** In `npm test` one granted request of each operation is repeated. */
const isRepeated = (id: string) => isExhaustive || !pairs.get(id)?.some(({ first }) => first.status < 300)

/** Sends a request with a new key, and repeats it. The scenario continues with the first response. */
const sendTwice: typeof sendRequest = async (route, path, input, caller) => {
  const id = operationIdOf(route)
  if (!(takesKey(route) && isRepeated(id))) return sendRequest(route, path, input, caller)
  const match = await matchOf(route, path, input, caller)
  const keyed = { ...input, headers: { ...input.headers, ...match, 'Idempotency-Key': randomUUID() } }
  const first = await sendRequest(route, path, keyed, caller)
  const second = await sendRequest(route, path, keyed, caller)
  pairs.set(id, [...(pairs.get(id) ?? []), { first, second }])
  return first
}

beforeAll(async () => {
  const database = { kind: 'server', url: await migratedDatabase(), connections: 4 } as const
  await recordExamples({ send: sendTwice, database })
}, 240_000)

const operations = everyRoute.filter(takesKey).map(operationIdOf)

const tripsOf = (id: string) => ({ write: 2, replay: 1, ...Object(Object(mostTrips)[id]) })

const roundTripsOf = ({ headers }: Response) =>
  Number(/desc="(\d+) trips"/.exec(headers.get('server-timing') ?? '')?.[1])

describe.each(operations)('%s', id => {
  test('returns the first response to a repeated request, in one round trip, and writes nothing', () => {
    const granted = (pairs.get(id) ?? []).filter(({ first }) => first.status < 300)
    expect(granted.length).toBeGreaterThan(0)
    for (const { first, second } of granted) {
      expect(second.status, second.raw).toBe(first.status)
      expect(second.raw).toBe(first.raw)
      expect(second.headers.get('idempotency-replayed')).toBe('true')
      expect(roundTripsOf(second)).toBe(tripsOf(id).replay)
    }
  })

  test('writes with a key in at most two round trips', () => {
    for (const { first } of pairs.get(id) ?? [])
      expect(roundTripsOf(first)).toBeLessThanOrEqual(tripsOf(id).write)
  })
})

test('every PUT and DELETE of a record with an entity tag was executed with it', () => {
  const withRecord = everyRoute.filter(route => recordOf(route, everyRoute) && takesKey(route))
  expect([...matched].toSorted()).toEqual(withRecord.map(operationIdOf).toSorted())
})
