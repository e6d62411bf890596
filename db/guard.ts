import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** One row of nothing, for statements that call a function. */
export const noTable = sql`(select) as world`

/**
 * Builds a statement that rolls its batch back unless `condition` is true, with the problem of the code. Null counts as
 * false. It lets a batch check and act at once.
 */
export const guard = (db: Database, condition: SQL, problemCode: string) =>
  db.select({ held: sql<string>`guard(${condition}, ${problemCode})` }).from(noTable)
