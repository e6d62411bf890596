// Batches that the database rolls back after it has decided: it returns the outcome with the error.

import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { batch, type Database, type StatementResults, type Statements } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { databaseError } from '../../shared/problems/failure.ts'

/** Builds the statement that rolls the batch back if the outcome, a JSON value, is not null. */
export const rollBack = (db: Database, outcome: SQL) =>
  db.select({ rolledBack: sql<string>`roll_back(${outcome})` }).from(noTable)

/**
 * Sends a batch that `rollBack` may end.
 * @returns the results, or the outcome if it was rolled back
 */
export async function batchOrOutcome<S extends Statements, O>(
  db: Database,
  statements: S,
  Outcome: z.ZodType<O>,
): Promise<{ results: StatementResults<S>; outcome?: never } | { results?: never; outcome: O }> {
  try {
    return { results: await batch(db, statements) }
  } catch (error) {
    const { code, detail } = databaseError(error) ?? {}
    if (code !== 'IV004' || detail === undefined) throw error
    return { outcome: Outcome.parse(JSON.parse(detail)) }
  }
}
