// Pages in the second half of a list whose total is kept: read from its end, so that at most half of the rows are skipped.

import { type SQL, sql } from 'drizzle-orm'
import { type PgSelect, unionAll } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { isFiltered, type Keyset, maxLimit, type Order, type Position, paged } from './page.ts'

/** Drizzle's types permit numbers as limit and offset; it also accepts an expression. */
const expression = (value: SQL) => value as unknown as number

/**
 * Builds a page of a query and its total, like `paged`. Without a filter, the total is the kept one, and the page is read
 * from the nearer end. `matching` must apply the condition `after`.
 * @param kept the statement of the number of all rows, and its expression
 * @returns also `ctes`, which the statement that contains the rows must declare (`db.with`)
 */
export function pagedFromNearerEnd<Q extends PgSelect, C>(
  db: Database,
  matching: (keyset: Keyset) => Q,
  order: Order,
  query: Position,
  kept: { counted: C; total: SQL },
) {
  if (isFiltered(query)) return { ctes: [], ...paged(db, matching, order, query) }
  return { counted: kept.counted, ...rowsFromNearerEnd(db, matching, order, query, kept.total) }
}

/** The total, and therefore the nearer end, are those of the snapshot of the statement. It executes only one branch. */
function rowsFromNearerEnd<Q extends PgSelect>(
  db: Database,
  matching: (keyset: Keyset) => Q,
  { by, reversed, keys, after: beyond }: Order,
  { offset, limit, after }: Position,
  total: SQL,
) {
  if (offset < maxLimit || after) {
    const rows = matching({ keys, after: after ? beyond(after) : undefined })
    rows
      .orderBy(...by)
      .limit(limit)
      .offset(offset) // drizzle's builders are modified in place
    return { ctes: [], rows }
  }
  const counted = db.$with('counted').as(db.select({ total: total.as('total') }).from(noTable))
  const all = sql`(select total from counted)`
  const isNearStart = sql`(select total >= ${2 * offset} from counted)`
  const fromStart: PgSelect = matching({ keys, after: isNearStart })
    .orderBy(...by)
    .limit(limit)
    .offset(offset)
  const fromEnd: PgSelect = matching({ keys, after: sql`not ${isNearStart}` })
    .orderBy(...reversed)
    .limit(expression(sql`greatest(0, least(${limit}, ${all} - ${offset}))`))
    .offset(expression(sql`greatest(0, ${all} - ${offset + limit})`))
  // The columns are those of `matching`, but Drizzle cannot infer the type of a union of generic queries.
  const rows = unionAll(fromStart, fromEnd).limit(limit) as unknown as Q
  return { ctes: [counted], rows }
}
