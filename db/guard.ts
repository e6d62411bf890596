import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** A row without columns, for statements that select without a table. */
export const noTable = sql`(select) as one_row`

/**
 * Builds a statement that fails with the problem `problemCode` unless `condition` is true; does not execute it. The
 * failure rolls the batch back. Null counts as false. A batch can thus check a condition and write in one round trip.
 */
export const guard = (db: Database, condition: SQL, problemCode: string) =>
  db.select({ passed: sql<string>`guard(${condition}, ${problemCode})` }).from(noTable)
