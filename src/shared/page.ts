import { z } from '@hono/zod-openapi'
import { asc, type Column, count, desc, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Database } from '../../db/client.ts'
import { found } from './problem.ts'

const maxLimit = 1000

/** A whole number of a query string: text on the wire, number in code. */
const WholeNumber = z.codec(z.string().regex(/^\d+$/, 'Expected a whole number from 0 on.'), z.int(), {
  decode: text => Math.min(Number(text), Number.MAX_SAFE_INTEGER),
  encode: String,
})

/** A member of a query that may be repeated, or hold several values parted by commas. */
export const repeatable = <T extends string>(values: readonly [T, ...T[]]) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform(given => [given].flat().flatMap(text => text.split(',')))
    .pipe(z.array(z.enum(values)).min(1).max(values.length))
    .openapi({ type: 'array', items: { type: 'string', enum: [...values] } })

/** `true` or `false` in a query string. */
export const Flag = z
  .enum(['true', 'false'])
  .transform(text => text === 'true')
  .openapi({ type: 'boolean' })

/** The query of a list: its own filters and what every list has. `limit` above 1000 is clamped, not refused. */
export const listQuery = <F extends z.ZodRawShape, K extends string>(
  filters: F,
  sortKeys: readonly [K, ...K[]],
) =>
  z.strictObject({
    ...filters,
    offset: WholeNumber.default(0).openapi({ type: 'integer', minimum: 0, default: 0 }),
    limit: WholeNumber.default(25)
      .transform(limit => Math.min(limit, maxLimit))
      .openapi({ type: 'integer', minimum: 0, maximum: maxLimit, default: 25 }),
    sortKeys: repeatable(sortKeys).optional(),
    sortOrder: z.enum(['ASC', 'DESC']).default('ASC'),
  })

/** The interface's envelope around rows of one kind. */
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
    .openapi(name)

type Position = { offset: number; limit: number }

/** Wraps a page in its envelope; the links repeat every filter of the request. */
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

/** Unsent, for `load`: one page of a query, and the number of all that the query finds. `matching` builds it twice. */
export function paged<Q extends PgSelect>(
  db: Database,
  matching: () => Q,
  order: SQL[],
  { offset, limit }: Position,
) {
  const rows = matching()
  rows
    .orderBy(...order)
    .limit(limit)
    .offset(offset) // drizzle's builders change in place
  return { rows, counted: db.select({ total: count() }).from(sql`(${matching()}) as matching`) }
}

type Listing<T> = { loaded: { rows: T[]; counted: { total: number }[] }; query: Position; url: URL }

/** The `handle` of a list: what it loaded as `rows`, with the number of all that match as `counted`. */
export const asPage = <T>({ loaded: { rows, counted }, query, url }: Listing<T>) =>
  toPage(rows, found(counted).total, query, url)

/** The same for a list below something that must be there: what was loaded of it under this name. */
export const asPageBelow =
  <K extends string>(parent: K) =>
  <T>(listing: Listing<T> & { loaded: Record<K, readonly unknown[]> }) => {
    found(listing.loaded[parent])
    return asPage<T>(listing)
  }

type Order<K extends string> = { sortKeys?: readonly K[] | undefined; sortOrder: 'ASC' | 'DESC' }

/** The order of a list; it always ends in the row's unique id, so that a walk meets each row once. */
export function orderOf<K extends string>(
  { sortKeys, sortOrder }: Order<K>,
  columns: Record<K, Column | SQL>,
  fallback: readonly K[],
  id: Column,
): SQL[] {
  const direction = sortOrder === 'DESC' ? desc : asc
  return [...(sortKeys ?? fallback).map(key => columns[key]), id].map(column => direction(column))
}
