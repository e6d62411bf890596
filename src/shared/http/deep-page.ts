// Pages of a list whose total is kept: read from the nearest known position, so that few rows are skipped.

import { and, type SQL, sql } from 'drizzle-orm'
import { type PgSelect, unionAll } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/client.ts'
import type { RowPeriods } from '../row-count.ts'
import { isFiltered, type Keyset, maxLimit, type Order, type Position, paged } from './page.ts'

/** Drizzle's types permit numbers as limit and offset; it also accepts an expression. */
const expression = (value: SQL) => value as unknown as number

type SortQuery = { sortKeys?: readonly string[] | undefined; sortOrder: 'ASC' | 'DESC' }

type Kept<C> = {
  /** The statement of the number of all rows. */
  counted: C
  /** Its expression. */
  total: SQL
  periods?: RowPeriods
}

/**
 * Builds a page of a query and its total, like `paged`. Without a filter, the total is the kept one, and the page is read
 * from the nearer end, or with periods from the nearer end of the period, if the order begins with the time of creation.
 * `matching` must apply the condition `after`.
 * @returns also `ctes`, which the statement that contains the rows must declare (`db.with`)
 */
export function pagedFromNearerEnd<Q extends PgSelect, C>(
  db: Database,
  matching: (keyset: Keyset) => Q,
  order: Order,
  query: Position & SortQuery,
  { counted, total, periods }: Kept<C>,
) {
  if (isFiltered(query)) return { ctes: [], ...paged(db, matching, order, query) }
  const [firstKey = 'createdDate'] = query.sortKeys ?? []
  const positions = periods && firstKey === 'createdDate' ? ofPeriods(periods, query) : ofEnds(total)
  return { counted, ...rowsFromNearest(db, matching, order, query, positions) }
}

/**
 * Two known positions around a page: a query of `before` and `behind`, the numbers of rows before each of them, and the
 * conditions of the rows between them and the page.
 */
type Positions = { query: SQL; afterFirst?: SQL; beforeSecond?: SQL }

/** The positions of the start and of the end of the list. */
const ofEnds = (total: SQL): Positions => ({ query: sql`select 0::bigint as before, ${total} as behind` })

/** The positions of the start of the period with the first row of the page, and of the end of that with its last row. */
function ofPeriods(
  { rows, length, createdDate }: RowPeriods,
  { offset, limit, sortOrder }: Position & SortQuery,
): Positions {
  const [direction, first, second] =
    sortOrder === 'DESC' ? [sql`desc`, sql`min`, sql`max`] : [sql`asc`, sql`max`, sql`min`]
  const end = sql`period_start + ${length}`
  const [from, to] = sortOrder === 'DESC' ? [end, sql`period_start`] : [sql`period_start`, end]
  const isBefore = sql`filter (where upto - total <= ${offset})`
  const isBehind = sql`filter (where upto >= least(${offset + limit}, all_rows))`
  const position = (name: string) => sql`(select ${sql.raw(name)} from positions)`
  const [atOrAfter, beyond] = sortOrder === 'DESC' ? [sql`<`, sql`>=`] : [sql`>=`, sql`<`]
  return {
    query: sql`select max(upto - total) ${isBefore} as before, ${first}(${from}) ${isBefore} as first,
        coalesce(min(upto) ${isBehind}, 0) as behind, ${second}(${to}) ${isBehind} as second
      from (select period_start, total, sum(total) over (order by period_start ${direction})::bigint as upto,
          sum(total) over ()::bigint as all_rows from (${rows}) as periods) as ordered`,
    afterFirst: sql`${createdDate} ${atOrAfter} ${position('first')}`,
    beforeSecond: sql`${createdDate} ${beyond} ${position('second')}`,
  }
}

/** The positions are those of the snapshot of the statement. It executes only the branch from the nearer one. */
function rowsFromNearest<Q extends PgSelect>(
  db: Database,
  matching: (keyset: Keyset) => Q,
  { by, reversed, keys, after: beyond }: Order,
  { offset, limit, after }: Position,
  { query, afterFirst, beforeSecond }: Positions,
) {
  if (offset < maxLimit || after) {
    const rows = matching({ keys, after: after ? beyond(after) : undefined })
    rows
      .orderBy(...by)
      .limit(limit)
      .offset(offset) // drizzle's builders are modified in place
    return { ctes: [], rows }
  }
  const positions = db.$with('positions', {}).as(query)
  const before = sql`(select before from positions)`
  const behind = sql`(select behind from positions)`
  const isNearFirst = sql`(select ${offset} - before <= behind - ${offset + limit} from positions)`
  const fromFirst: PgSelect = matching({ keys, after: and(afterFirst, isNearFirst) })
    .orderBy(...by)
    .limit(limit)
    .offset(expression(sql`greatest(0, ${offset} - ${before})`))
  const fromSecond: PgSelect = matching({ keys, after: and(beforeSecond, sql`not ${isNearFirst}`) })
    .orderBy(...reversed)
    .limit(expression(sql`greatest(0, least(${limit}, ${behind} - ${offset}))`))
    .offset(expression(sql`greatest(0, ${behind} - ${offset + limit})`))
  // The columns are those of `matching`, but Drizzle cannot infer the type of a union of generic queries.
  const rows = unionAll(fromFirst, fromSecond).limit(limit) as unknown as Q
  return { ctes: [positions], rows }
}
