// Deletes records that sessions and exams refer to, or retires them: those that refer to a retired record keep it, and it
// cannot be chosen any more.

import { and, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { batch, type Database, type Statements } from '../../db/client.ts'
import { guard } from '../../db/guard.ts'
import { Flag } from '../shared/http/page.ts'
import { NullableInstant } from '../shared/values/instant.ts'

type Retirable = PgTable & Record<'sid' | 'retiredDate' | 'editDate', PgColumn>

export const retiredDescription = {
  description: 'When the record was retired; null if it can be chosen.',
  example: null,
}

/** The member of a record. */
export const retiredMember = { retiredDate: NullableInstant.meta(retiredDescription) }

/** The parameter of a list. */
export const retiredFilter = {
  retired: Flag.default(false).meta({
    description: 'Lists the retired records instead of the others; false by default.',
  }),
}

/** Returns the condition of `retiredFilter`. */
export const isListed = ({ retiredDate }: Retirable, { retired }: { retired: boolean }): SQL =>
  retired ? isNotNull(retiredDate) : isNull(retiredDate)

/**
 * Builds the statements of one batch that delete the record, or retire it if it is used. The lock comes first, so that it
 * is not used for the first time meanwhile. `deleted` returns a row if it was deleted.
 * @param record selects the record, by its tenant and its sid
 * @throws Problem `not_found`
 */
export const deleteOrRetire = (
  db: Database,
  table: Retirable,
  { record, isUsed }: { record: SQL | undefined; isUsed: SQL },
) => ({
  locked: guard(db, sql`(select true from ${table} where ${record} for update)`, 'not_found'),
  deleted: db
    .delete(table)
    .where(and(record, not(isUsed)))
    .returning({ sid: table.sid }),
  retired: db
    .update(table)
    .set({ retiredDate: sql`now()`, editDate: sql`now()` })
    .where(and(record, isNull(table.retiredDate))),
})

/**
 * Builds the guard that a record which a request names was neither deleted nor retired since it was read. Its lock delays
 * `deleteOrRetire` until the request is committed.
 * @param record selects the record, if it can be named
 * @throws Problem `edited_meanwhile`
 */
export const guardUsable = (db: Database, table: PgTable, record: SQL | undefined) =>
  guard(db, sql`(select true from ${table} where ${record} for key share)`, 'edited_meanwhile')

/**
 * Executes the statements of `deleteOrRetire`, and others before them.
 * @param noun names the kind of record, such as `Event type`
 * @returns the body of the response: what was done
 */
export async function deletedOrRetired<S extends Statements & ReturnType<typeof deleteOrRetire>>(
  db: Database,
  noun: string,
  statements: S,
): Promise<string> {
  const { deleted } = await batch(db, statements)
  return `${noun} ${deleted.length > 0 ? 'deleted' : 'retired'}`
}
