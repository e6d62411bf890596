// Returns the recorded outcomes of the round trips of a request, instead of sending its statements again.

import { Buffer } from 'node:buffer'
import { NeonDbError } from '@neondatabase/serverless'
import type { Transact } from '../../../db/client.ts'
import type { DirectQuery, DirectResult } from '../../../db/direct-client.ts'
import { Problem } from '../problems/problem.ts'
import type { CapturedRows } from './queries.ts'
import { type Sealed, statementsHash } from './recorder.ts'

/** The problem of a key whose answer is not stored any more. */
export const forgotten = () =>
  new Problem(
    'idempotency_key_reused',
    'The request with this key was executed. Its response is not stored any more.',
    { status: 409 },
  )

/** Reads what `Recorder` has sealed. */
export const unsealed = (text: string): Sealed =>
  JSON.parse(text, (_, value) => {
    const { type, data } = Object(value)
    return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data) : value
  })

/**
 * Replaces the round trips of a request by the recorded ones, in their order.
 * @throws Problem `idempotency_key_reused` for other statements: a later build has another request
 */
export function play({ trips, last }: Sealed, rows: CapturedRows): (transact: Transact) => Transact {
  const outcomes = [
    ...trips.map(trip => ({
      statements: trip.statements,
      outcome: () => ('results' in trip ? trip.results : raise(trip.error)),
    })),
    { statements: last, outcome: (queries: readonly DirectQuery[]) => captured(queries, rows) },
  ]
  const next = (queries: readonly DirectQuery[]): DirectResult[] => {
    const trip = outcomes.shift()
    if (trip?.statements !== statementsHash(queries)) throw forgotten()
    return trip.outcome(queries)
  }
  // A microtask later, as all results.
  return () => queries => Promise.resolve(queries).then(next)
}

const captured = (queries: readonly DirectQuery[], rows: CapturedRows): DirectResult[] =>
  queries.map(({ arrayMode }, at) => {
    const found = (rows[at] ?? []).map(({ names, values }) =>
      arrayMode ? values : Object.fromEntries(names.map((name, column) => [name, values[column]])),
    )
    return { fields: [], rows: found, command: '', rowCount: found.length }
  })

function raise(fields: Record<string, unknown>): never {
  throw Object.assign(new NeonDbError(String(fields['message'] ?? '')), fields)
}
