import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** A row without columns, for statements that select without a table. */
export const noTable = sql`(select) as one_row`

/**
 * Builds a statement that rolls its batch back unless `condition` is true, with the problem of the code. Null counts as
 * false. It lets a batch check and act at once.
 */
export const guard = (db: Database, condition: SQL, problemCode: string) =>
  db.select({ passed: sql<string>`guard(${condition}, ${problemCode})` }).from(noTable)
