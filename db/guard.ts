import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/**
 * Unsent: a statement that undoes the batch it stands in unless `condition` holds, and makes the request fail with the
 * problem of that code. Null counts as false. This is how a batch checks and acts at once.
 */
export const guard = (db: Database, condition: SQL, problemCode: string) =>
  db.select({ held: sql<string>`guard(${condition}, ${problemCode})` }).from(sql`(select) as world`)
