// What the restoring of courses and of exams shares: the period, and the ids in other systems.

import { and, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
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

type Named = PgTable & Record<'sid' | 'installSid' | 'lmsId' | 'sisId' | 'apiId' | 'externalId', PgColumn>

/**
 * Builds the guard that no other record of the install has an id of those that are restored.
 * @param isRestored selects the rows of `table` that the batch restores
 * @param isPresent selects the rows that are not deleted
 * @throws Problem `id_taken`
 */
export function guardIds<T extends Named>(
  db: Database,
  table: T,
  isRestored: SQL | undefined,
  isPresent: (other: T) => SQL,
) {
  const other = alias(table, 'other') as T
  const names = ['lmsId', 'sisId', 'apiId', 'externalId'] as const
  // A join for each id, so that each uses the index of that id.
  const taken = names.map(
    name => sql`exists (select from ${table} join ${table} as ${other} on ${other.installSid} = ${table.installSid}
      and ${other[name]} = ${table[name]} where ${and(isRestored, isNotNull(table[name]), ne(other.sid, table.sid), isPresent(other))})`,
  )
  return guard(db, sql`not (${or(...taken)})`, 'id_taken')
}
