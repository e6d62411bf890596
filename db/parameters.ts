// Parameters of statements that are compiled once and sent with new values each time.

import { type GetColumnData, type Param, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The columns that define the types and the encoding of a statement's parameters. A nullable column accepts null. */
export type ParameterColumns = Record<string, PgColumn>

export type ParameterValues<P extends ParameterColumns> = { [K in keyof P]: GetColumnData<P[K]> }

export type Placeholders<P extends ParameterColumns> = { [K in keyof P]: Param }

/** The parameters as parts of a query. `fillPlaceholders` replaces each by its encoded value. */
export const placeholdersOf = <P extends ParameterColumns>(columns: P): Placeholders<P> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, parameter(name, column)]),
  ) as Placeholders<P>

const parameter = (name: string, column: PgColumn): Param =>
  sql.param(sql.placeholder(name), {
    mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
  })
