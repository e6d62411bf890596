// The number of rows of an install, without reading them: the count that the cron keeps, and the changes since.

import { type Column, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { noTable } from '../../db/guard.ts'
import { type countedTables, rowCount } from '../../db/schema/row-count.ts'
import { user } from '../../db/schema/user.ts'
import { sqlStatement, value } from '../../db/sql-statement.ts'

type CountedTable = (typeof countedTables)[number]

/** SQL expression: the number of rows of an install in the table, as `bigint`. */
export const rowTotal = (table: CountedTable, installSid: SQLWrapper): SQL => {
  const of = sql.raw(`table_name = '${table}' and install_sid =`)
  return sql`(coalesce((select total from row_count where ${of} ${installSid}), 0)
    + coalesce((select sum(change) from row_count_change where ${of} ${installSid}), 0))`
}

/** SQL expression: the number of users of an install without the merged ones, of which an index has few. */
export const unmergedUsers = (installSid: SQLWrapper): SQL =>
  sql`(${rowTotal('users', installSid)} - (select count(*) from ${user}
    where ${user.installSid} = ${installSid} and ${user.mergedIntoSid} is not null))`

/** Builds the statement that returns a total of such numbers. */
export const totalStatement = (db: Database, total: SQL) =>
  db.select({ total: sql<number>`(${total})::float8` }).from(noTable)

/** The tables whose rows are also counted by the period of their creation (`row_period`), with its length. */
const periodLengths = { sts_token: sql`interval '1 hour'`, session_pair: sql`interval '1 day'` }

/** The number of rows in each period of their creation. */
export type RowPeriods = {
  /** The query of `period_start` and `total`. */
  rows: SQL
  length: SQL
  /** The column of the time of creation. */
  createdDate: Column
}

/** Returns the periods of an install in which rows of the table were created. */
export const rowPeriods = (
  table: keyof typeof periodLengths,
  installSid: SQLWrapper,
  createdDate: Column,
): RowPeriods => {
  const of = sql.raw(`table_name = '${table}' and period_start is not null and install_sid =`)
  const rows = sql`select period_start, sum(total)::bigint as total from (
    select period_start, total from row_count_period where ${of} ${installSid}
    union all
    select period_start, change from row_count_change where ${of} ${installSid}) as counted group by period_start`
  return { rows, length: periodLengths[table], createdDate }
}

/** Returns the function that builds the statement of the number of rows of an install in the table. */
export const rowCountOf = (table: CountedTable) =>
  sqlStatement(
    { parameters: { installSid: rowCount.installSid }, row: { total: value<number>() } },
    p => sql`select ${rowTotal(table, p.installSid)}::float8 total`,
  )

/**
 * Adds the recorded changes to the counts, in one statement: a concurrent count sees each change once. Concurrent calls
 * add different changes.
 */
export const addRowCountChanges = sqlStatement(
  { parameters: {}, row: { changes: value<number>() } },
  () => sql`
    with added as (delete from row_count_change returning table_name, install_sid, change),
    counts as (
      insert into row_count (table_name, install_sid, total)
      select table_name, install_sid, sum(change) from added group by 1, 2 order by 1, 2
      on conflict (table_name, install_sid) do update set total = row_count.total + excluded.total
    )
    select count(*)::integer changes from added`,
)
