import { fillPlaceholders, type Param, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database, Statement } from './client.ts'

/** What drizzle makes of a query before it is sent; `batch` asks a statement for nothing else. */
type Compiled = { getQuery(): { sql: string; params: unknown[] } }
type Query<T> = Statement<T> & { prepare(name: string): Compiled }

/** The place of a value that each use of the statement fills in, stored as the column stores it. */
export type Parameter<V> = (name: keyof V & string, column: PgColumn) => Param

const parameter = (name: string, column: PgColumn): Param =>
  sql.param(sql.placeholder(name), {
    mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
  })

/**
 * A statement of a constant shape, compiled once and sent with new values each time. Compiling costs about 0.1 ms,
 * more than anything else that a Worker does for a read: use this for what many requests ask.
 */
export function prepared<V extends Record<string, unknown>, T>(
  build: (db: Database, place: Parameter<V>) => Query<T>,
): (db: Database, values: V) => Statement<T> {
  let compiled: Compiled | undefined
  return (db, values) => {
    compiled ??= build(db, parameter).prepare('')
    const query = compiled.getQuery()
    const filled: Compiled = Object.create(compiled, {
      getQuery: { value: () => ({ ...query, params: fillPlaceholders(query.params, values) }) },
    })
    // Drizzle's own statements answer `_prepare` just so; `_` exists in types alone.
    return { _prepare: () => filled } as unknown as Statement<T>
  }
}

/** The rows that a statement answers, one of them. */
export type RowOf<F extends (...given: never[]) => Statement<unknown[]>> =
  ReturnType<F>['_']['result'][number]
