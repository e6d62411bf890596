// Locks the time zone of an install. Calendar dates are instants in it.

import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import type { SidOf } from '../../../db/sid.ts'

// An advisory lock, as that of install-lock.ts, and before the locks of courses.
const lock = (db: Database, locked: SQL<string>) => db.select({ locked }).from(noTable)
const keyOf = (installSid: SidOf<'AI'>) => sql`hashtextextended('time zone of ' || ${installSid}, 0)`

/**
 * Builds the first statement of a batch that writes calendar dates: the zone does not change until it is committed. A change
 * of the zone finds the courses with dates only once they are committed, so it could not lock the first ones of a course.
 */
export const keepZone = (db: Database, installSid: SidOf<'AI'>) =>
  lock(db, sql`pg_advisory_xact_lock_shared(${keyOf(installSid)})`)

/** Builds the first statement of a batch that changes the zone: it waits until all calendar dates are committed. */
export const lockZone = (db: Database, installSid: SidOf<'AI'>) =>
  lock(db, sql`pg_advisory_xact_lock(${keyOf(installSid)})`)
