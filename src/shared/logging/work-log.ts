// The line that is written of work that is no client's request (docs/observability.md).

import { runWithDatabaseContext } from '../../../db/context.ts'
import { failureMembers } from './failure.ts'
import type { Log } from './log.ts'

/** Adds to what the line says. */
export type Note = (members: Record<string, unknown>) => void

/** Does the work and writes its line: what was noted, how long it took, and why it failed if it did. */
export async function logWork<T>(log: Log, message: string, work: (note: Note) => Promise<T>): Promise<T> {
  const startedAt = Date.now()
  const roundTrips = { count: 0, durationMs: 0 }
  const noted: Record<string, unknown> = {}
  const spent = () => ({
    durationMs: Date.now() - startedAt,
    trips: roundTrips.count,
    dbMs: roundTrips.durationMs,
  })
  try {
    const result = await runWithDatabaseContext({ roundTrips }, () =>
      work(members => void Object.assign(noted, members)),
    )
    log('info', message, { ...noted, ...spent() })
    return result
  } catch (error) {
    log('error', message, { ...noted, ...spent(), ...failureMembers(error) })
    throw error
  }
}
