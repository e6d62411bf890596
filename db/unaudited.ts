import { sql } from 'drizzle-orm'
import type { Database, Statement } from './client.ts'
import { noTable } from './guard.ts'

/**
 * Builds the first statement of a batch whose changes clients cannot see. It makes `audit_changes` ignore the batch.
 */
export const unaudited = (db: Database): Statement =>
  db.select({ set: sql<string>`set_config('invigil.unaudited', 'on', true)` }).from(noTable)
