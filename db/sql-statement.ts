// Statements that are written as SQL text, with typed parameters and typed rows.

import { fillPlaceholders, type GetColumnData, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { PgColumn, PgDialect } from 'drizzle-orm/pg-core'
import {
  type ParameterColumns,
  type ParameterValues,
  type Placeholders,
  placeholdersOf,
} from './parameters.ts'
import type { Statement } from './statement.ts'

/** A value that the driver returns in the type that code uses: a boolean, a text, an `integer` or a `float8`. */
class DriverValue<T> {
  declare readonly type: T
}

/** A column of the result that is not a column of a table. */
export const value = <T extends boolean | number | string | null>(): DriverValue<T> => new DriverValue<T>()

type Column = PgColumn | DriverValue<unknown>
type Columns = Record<string, Column>

/** The columns of the result. A nested object is a group of columns; the group is null if its first column is null. */
export type RowColumns = Record<string, Column | Columns>

type Data<C> = C extends PgColumn ? GetColumnData<C> : C extends DriverValue<infer T> ? T : never
export type Row<R extends RowColumns> = {
  [K in keyof R]: R[K] extends Column ? Data<R[K]> : { [N in keyof R[K]]: Data<R[K][N]> } | null
}

type Result = Record<string, unknown>
type Read = (row: Result) => unknown

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * A statement as SQL text, compiled at its first use and sent with new values each time.
 * @param parameters the columns that define the types and the encoding of the parameters
 * @param row the columns of the result; `expiresAt` is read from `expires_at`, as with the columns of tables
 */
export function sqlStatement<P extends ParameterColumns, R extends RowColumns>(
  { parameters, row }: { parameters: P; row: R },
  text: (parameters: Placeholders<P>) => SQL,
): (values: ParameterValues<P>) => Statement<Row<R>[]> {
  const read = readerOf(row)
  let compiled: { sql: string; params: unknown[] } | undefined
  return values => {
    compiled ??= dialect.sqlToQuery(text(placeholdersOf(parameters)))
    return new SqlStatement<Row<R>[]>(
      { sql: compiled.sql, params: fillPlaceholders(compiled.params, values) },
      read,
    )
  }
}

/** Returns a function that reads a row that Postgres returns as JSON: an object with the columns of `row`, and perhaps others. */
export const rowReader = <R extends RowColumns>(row: R) => readerOf(row) as (json: Result) => Row<R>

/**
 * A row in the result of a function, as JSON. With a column for each member of its rows, Postgres would need three times as long for
 * the read of a session, most of it to plan.
 */
export const rowOf = <R extends RowColumns>(json: SQL, row: R): SQL<Row<R>> => json.mapWith(rowReader(row))

/** A row that is missing in some results. */
export const optionalRowOf = <R extends RowColumns>(json: SQL, row: R): SQL<Row<R> | null> => rowOf(json, row)

class SqlStatement<T> {
  declare readonly _: { readonly result: T }
  readonly #query: { sql: string; params: unknown[] }
  readonly #read: Read

  constructor(query: { sql: string; params: unknown[] }, read: Read) {
    this.#query = query
    this.#read = read
  }

  getQuery() {
    return this.#query
  }

  mapResult(result: unknown): unknown {
    return (result as { rows: Result[] }).rows.map(this.#read)
  }
}

function readerOf(row: RowColumns): Read {
  const readers = Object.entries(row).map(([key, column]) => [key, columnReader(key, column)] as const)
  return result => {
    const read: Result = {}
    for (const [key, reader] of readers) read[key] = reader(result)
    return read
  }
}

function columnReader(key: string, column: Column | Columns): Read {
  const name = toSnakeCase(key)
  if (column instanceof DriverValue) return result => result[name]
  if (column instanceof PgColumn)
    return result => (result[name] === null ? null : column.mapFromDriverValue(result[name]))
  const [first = ''] = Object.keys(column)
  const read = readerOf(column)
  return result => (result[toSnakeCase(first)] === null ? null : read(result))
}
