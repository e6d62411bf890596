// The period in which courses and exams can be restored.

import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { guard } from '../../db/guard.ts'

/** Clients can restore a deleted record for this long. */
export const restoreDays = 30

/**
 * Builds the guard that a record may still be restored.
 * @param deletedDate the query of its deletion; null or no row if it is not deleted
 * @throws Problem `restore_expired`
 */
export const guardRestorable = (db: Database, deletedDate: SQL) =>
  guard(
    db,
    sql`coalesce((${deletedDate}) > now() - make_interval(days => ${restoreDays}), true)`,
    'restore_expired',
  )
