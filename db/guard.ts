import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** One row of nothing, for statements that call a function. */
export const noTable = sql`(select) as world`

/**
 * Unsent: a statement that undoes the batch it stands in unless `condition` holds, and makes the request fail with the
 * problem of that code. Null counts as false. This is how a batch checks and acts at once.
 */
export const guard = (db: Database, condition: SQL, problemCode: string) =>
  db.select({ held: sql<string>`guard(${condition}, ${problemCode})` }).from(noTable)
