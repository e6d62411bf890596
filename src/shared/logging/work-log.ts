// The log line of work that is not a request of a client (docs/observability.md).

import { runWithDatabaseContext } from '../../../db/context.ts'
import { failureMembers } from './failure.ts'
import type { Log } from './log.ts'

/** Adds members to the line. */
export type Note = (members: Record<string, unknown>) => void

/** Runs the work and writes its line, with the noted members, the duration, and the error if it failed. */
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
