import { asc, count, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { firstOr404 } from '../problems/problem.ts'

/** The maximum page size. */
export const maxLimit = 1000

/** A whole number of a query string: text on the wire, number in code. */
export const WholeNumber = z.codec(z.string().regex(/^\d+$/, 'Expected a whole number from 0 on.'), z.int(), {
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
    offset: WholeNumber.default(0).meta({ type: 'integer', minimum: 0, default: 0 }),
    limit: WholeNumber.default(25)
      .transform(limit => Math.min(limit, maxLimit))
      .meta({ type: 'integer', minimum: 0, maximum: maxLimit, default: 25 }),
    sortKeys: repeatable(sortKeys).optional(),
    sortOrder: z.enum(['ASC', 'DESC']).default('ASC'),
  })

/** The envelope of a page of rows. */
export const pageOf = <T extends z.ZodType>(item: T, name: string) =>
  z
    .object({
      total: z.number().nullable(),
      first: z.string().nullable(),
      next: z.string().nullable(),
      prev: z.string().nullable(),
      last: z.string().nullable(),
      count: z.number().nullable(),
      offset: z.number().nullable(),
      results: z.array(item),
    })
    .meta({ id: name })

/** The position of a row in an order: its value of each sort column. */
export type Keys = Record<string, unknown>

/** `after` is for pagination by keys (paginate.ts): the keys of the last row, or null at the start. It skips the total. */
export type Position = { offset: number; limit: number; after?: Keys | null }

/** Returns a page in its envelope. The links contain every filter of the request. */
function toPage<T>(results: T[], total: number, { offset, limit }: Position, url: URL) {
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
export type Keyset = { keys: Record<string, PgColumn>; after: SQL | undefined }

/** Builds a page of a query and its total, for `load`; does not execute them. `matching` is called for each of the two. */
export function paged<Q extends PgSelect>(
  db: Database,
  matching: (walk: Keyset) => Q,
  order: Order,
  { offset, limit, after }: Position,
) {
  const rows = matching({ keys: order.keys, after: after ? order.after(after) : undefined })
  rows
    .orderBy(...order.by)
    .limit(limit)
    .offset(offset) // drizzle's builders are modified in place
  const all = after === undefined ? matching({ keys: order.keys, after: undefined }) : sql`select where false`
  return { rows, counted: db.select({ total: count() }).from(sql`(${all}) as matching`) }
}

type Listing<T> = { loaded: { rows: T[]; counted: { total: number }[] }; query: Position; url: URL }

/** The `handle` of a list that loads `rows`, and the total as `counted`. */
export const asPage = <T>({ loaded: { rows, counted }, query, url }: Listing<T>) =>
  toPage(rows, firstOr404(counted).total, query, url)

/** The `handle` of a list below a parent, which is loaded under this name and must exist. */
export const asPageBelow =
  <K extends string>(parent: K) =>
  <T>(listing: Listing<T> & { loaded: Record<K, readonly unknown[]> }) => {
    firstOr404(listing.loaded[parent])
    return asPage<T>(listing)
  }

type Asked<K extends string> = { sortKeys?: readonly K[] | undefined; sortOrder: 'ASC' | 'DESC' }

type Order = { by: SQL[]; keys: Record<string, PgColumn>; after(last: Keys): SQL }

/**
 * Returns the order of a list. The unique id of the row is its last column, so that pagination by keys returns each row
 * once. The sort columns must not be null for that.
 */
export function orderOf<K extends string>(
  { sortKeys, sortOrder }: Asked<K>,
  columns: Record<K, PgColumn>,
  fallback: readonly K[],
  id: PgColumn,
): Order {
  const [direction, beyond] = sortOrder === 'DESC' ? [desc, sql`<`] : [asc, sql`>`]
  const keys: Record<string, PgColumn> = {}
  for (const key of sortKeys ?? fallback) keys[key] = columns[key]
  keys['sid'] = id
  const places = Object.values(keys)
  return {
    by: places.map(column => direction(column)),
    keys,
    after: last => {
      const values = Object.entries(keys).map(([name, column]) => sql.param(last[name], column))
      return sql`(${sql.join(places, sql`, `)}) ${beyond} (${sql.join(values, sql`, `)})`
    },
  }
}
