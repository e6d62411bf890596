// The number of rows of an install, without reading them: the count that the cron keeps, and the changes since.

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type countedTables, rowCount } from '../../db/schema/row-count.ts'
import { sqlStatement, value } from '../../db/sql-statement.ts'

type CountedTable = (typeof countedTables)[number]

/** SQL expression: the number of rows of an install in the table, as `bigint`. */
export const rowTotal = (table: CountedTable, installSid: SQLWrapper): SQL => {
  const of = sql.raw(`table_name = '${table}' and install_sid =`)
  return sql`(coalesce((select total from row_count where ${of} ${installSid}), 0)
    + coalesce((select sum(change) from row_count_change where ${of} ${installSid}), 0))`
}

/** The tables whose rows are also counted by the period of their creation (`row_period`). */
type TableWithPeriods = 'sts_token' | 'session_pair'

/** The length of a period. */
export const periodLength = sql`interval '6 hours'`

/** SQL query: the periods of an install in which rows of the table were created, and the number of rows of each. */
export const rowPeriods = (table: TableWithPeriods, installSid: SQLWrapper): SQL => {
  const of = sql.raw(`table_name = '${table}' and period_start is not null and install_sid =`)
  return sql`select period_start, sum(total)::bigint as total from (
    select period_start, total from row_count_period where ${of} ${installSid}
    union all
    select period_start, change from row_count_change where ${of} ${installSid}) as counted group by period_start`
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
