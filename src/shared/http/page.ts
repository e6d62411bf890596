import { asc, count, desc, is, SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { firstOr404 } from '../problems/problem.ts'
import { totalStatement } from '../row-count.ts'
import { described } from '../values/described.ts'

/** The maximum page size. */
export const maxLimit = 1000

/** A whole number of a query string: text on the wire, number in code. */
export const WholeNumber = z.codec(
  z.string().regex(/^\d+$/, 'Expected a whole number from 0 on, such as 20.'),
  z.int(),
  {
    decode: text => Math.min(Number(text), Number.MAX_SAFE_INTEGER),
    encode: String,
  },
)

/** The first record of a page. Interface A10 sends an empty one with the first query; every list accepts it. */
const Offset = z.codec(z.string().regex(/^\d*$/, 'Expected a whole number from 0 on, such as 20.'), z.int(), {
  decode: text => Math.min(Number(text), Number.MAX_SAFE_INTEGER),
  encode: String,
})

/** A query parameter that may be repeated, or contain several values separated by commas. */
export const repeatable = <T extends string>(values: readonly [T, ...T[]]) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform(given => [given].flat().flatMap(text => text.split(',')))
    .pipe(z.array(z.enum(values)).min(1).max(values.length))
    .meta({ type: 'array', items: { type: 'string', enum: [...values] } })

/** `true` or `false` in a query string. */
export const Flag = z
  .enum(['true', 'false'])
  .transform(text => text === 'true')
  .meta({ type: 'boolean' })

/** The query of a list: its filters, and the parameters of all lists. A `limit` above 1000 is clamped, not refused. */
export const listQuery = <F extends z.ZodRawShape, K extends string>(
  filters: F,
  sortKeys: readonly [K, ...K[]],
) =>
  z.strictObject({
    ...filters,
    offset: Offset.default(0).meta({
      ...{ type: 'integer', minimum: 0, default: 0 },
      description: 'How many records to skip; empty means 0.',
    }),
    limit: WholeNumber.default(25)
      .transform(limit => Math.min(limit, maxLimit))
      .meta({
        ...{ type: 'integer', minimum: 0, maximum: maxLimit, default: 25 },
        description: `How many records the page contains at most; 0 returns only the total. Values above ${maxLimit} count as ${maxLimit}.`,
      }),
    sortKeys: repeatable(sortKeys).optional().meta({
      description:
        'The order of the records. Several keys apply one after another: repeated, or separated by commas.',
    }),
    sortOrder: z.enum(['ASC', 'DESC']).default('ASC').meta({
      description: 'ASC: smallest, oldest or alphabetically first value first.',
    }),
  })

const exampleUrl = (offset: number) => `https://api.example.com/v1/installs?offset=${offset}&limit=25`

/** The members of a page beside its records. */
const envelope = described(
  {
    total: z.number().nullable(),
    first: z.string().nullable(),
    next: z.string().nullable(),
    prev: z.string().nullable(),
    last: z.string().nullable(),
    count: z.number().nullable(),
    offset: z.number().nullable(),
  },
  {
    total: { description: 'The number of records that match the filters, on all pages.', example: 60 },
    first: { description: 'The URL of the first page, with the same filters.', example: exampleUrl(0) },
    next: { description: 'The URL of the next page; null on the last page.', example: exampleUrl(50) },
    prev: { description: 'The URL of the previous page; null on the first page.', example: exampleUrl(0) },
    last: { description: 'The URL of the last page.', example: exampleUrl(50) },
    count: { description: 'The number of records on this page.', example: 25 },
    offset: { description: 'The number of records before this page.', example: 25 },
  },
)

/** The envelope of a page of rows. */
export const pageOf = <T extends z.ZodType>(item: T, name: string) =>
  z
    .object({ ...envelope, results: z.array(item).meta({ description: 'The records of this page.' }) })
    .meta({ id: name })

/** The position of a row in an order: its value of each sort column. */
export type Keys = Record<string, unknown>

/**
 * `after` is for pagination by keys (paginate.ts): the keys of the last row, or null at the start. With `after`, the
 * total is not counted.
 */
export type Position = { offset: number; limit: number; after?: Keys | null }

/** Returns a page in its envelope. The links contain every filter of the request. */
export function toPage<T>(results: T[], total: number, { offset, limit }: Position, url: URL) {
  const link = (to: number) => {
    const page = new URL(url)
    page.searchParams.set('offset', String(to))
    page.searchParams.set('limit', String(limit))
    return page.href
  }
  const lastOffset = limit === 0 ? 0 : Math.max(0, Math.ceil(total / limit) - 1) * limit
  const hasNext = limit > 0 && offset + limit < total
  return {
    total,
    first: link(0),
    next: hasNext ? link(offset + limit) : null,
    prev: limit > 0 && offset > 0 ? link(Math.max(0, Math.min(offset - limit, lastOffset))) : null,
    last: link(lastOffset),
    count: results.length,
    offset,
    results,
  }
}

/** For pagination by keys: the keys to select with each row, and the condition for rows after the last one. */
export type Keyset = { keys: Record<string, PgColumn | SQL.Aliased>; after: SQL | undefined }

/**
 * Builds a page of a query and its total, for `load`; does not execute them. `matching` is called for each of the two.
 * @param kept the number of all rows of the list, if they need not be counted
 */
export function paged<Q extends PgSelect>(
  db: Database,
  matching: (keyset: Keyset) => Q,
  order: Order,
  query: Position,
  kept?: SQL,
) {
  const { offset, limit, after } = query
  const rows = matching({ keys: order.keys, after: after ? order.after(after) : undefined })
  rows
    .orderBy(...order.by)
    .limit(limit)
    .offset(offset) // drizzle's builders are modified in place
  if (kept && after === undefined && !isFiltered(query)) return { rows, counted: totalStatement(db, kept) }
  const all = after === undefined ? matching({ keys: order.keys, after: undefined }) : sql`select where false`
  return { rows, counted: db.select({ total: count() }).from(sql`(${all}) as matching`) }
}

const paging = ['offset', 'limit', 'sortKeys', 'sortOrder', 'after']

/** Whether the query of a list has a filter. Without one, the total is the number of all rows. */
export const isFiltered = (query: object): boolean =>
  Object.entries(query).some(([name, value]) => value !== undefined && !paging.includes(name))

type Listing<T> = { loaded: { rows: T[]; counted: { total: number }[] }; query: Position; url: URL }

/** The `handle` of a list whose `load` returns the rows as `rows` and the total as `counted`. */
export const asPage = <T>({ loaded: { rows, counted }, query, url }: Listing<T>) =>
  toPage(rows, firstOr404(counted).total, query, url)

/** The `handle` of a list below a parent. The parent is loaded under this name and must exist. */
export const asPageBelow =
  <K extends string>(parent: K) =>
  <T>(listing: Listing<T> & { loaded: Record<K, readonly unknown[]> }) => {
    firstOr404(listing.loaded[parent])
    return asPage<T>(listing)
  }

type SortQuery<K extends string> = { sortKeys?: readonly K[] | undefined; sortOrder: 'ASC' | 'DESC' }

/** A column, or an expression such as `nameKey` whose values are texts. */
type SortValue = PgColumn | SQL<string>

export type Order = { by: SQL[]; reversed: SQL[]; keys: Keyset['keys']; after(last: Keys): SQL }

/**
 * Returns the order of a list. Its last column is the unique id of the row, so that pagination by keys returns each row
 * once. The sort columns must therefore not be null.
 */
export function orderOf<K extends string>(
  { sortKeys, sortOrder }: SortQuery<K>,
  columns: Record<K, SortValue>,
  fallback: readonly K[],
  id: PgColumn,
): Order {
  const [direction, opposite, beyond] = sortOrder === 'DESC' ? [desc, asc, sql`<`] : [asc, desc, sql`>`]
  const sorted: Record<string, SortValue> = {}
  for (const key of sortKeys ?? fallback) sorted[key] = columns[key]
  sorted['sid'] = id
  const entries = Object.entries(sorted)
  const values = Object.values(sorted)
  return {
    by: values.map(value => direction(value)),
    reversed: values.map(value => opposite(value)),
    keys: Object.fromEntries(entries.map(([name, value]) => [name, is(value, SQL) ? value.as(name) : value])),
    after: last => {
      const parameters = entries.map(([name, value]) =>
        is(value, SQL) ? sql`${last[name]}` : sql.param(last[name], value),
      )
      return sql`(${sql.join(values, sql`, `)}) ${beyond} (${sql.join(parameters, sql`, `)})`
    },
  }
}
