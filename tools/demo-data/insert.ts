// Rows as INSERT statements with one array of texts for each column: they need no COPY, which the protocol of Neon has not.

import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { type Batch, tables } from './batch.ts'

/** The text of a statement, and its parameters as Postgres reads them. */
export type Insert = { sql: string; params: string[] }

/** The statement of a batch. A column that has no value in any row keeps its default, as in `copyOf`. */
export function insertOf({ table, rows }: Batch): Insert {
  const columns = Object.entries(getTableColumns<Table>(tables[table])).filter(([key]) =>
    rows.some(row => memberOf(row, key) !== undefined),
  )
  const names = columns.map(([, column]) => `"${toSnakeCase(column.name)}"`)
  const values = columns.map(([, column], at) => `v${at}::${column.getSQLType()}`)
  const parameters = columns.map((_, at) => `$${at + 1}::text[]`)
  const aliases = columns.map((_, at) => `v${at}`)
  return {
    sql: `insert into "${getTableName(tables[table])}" (${names}) select ${values} from unnest(${parameters}) as r(${aliases})`,
    params: columns.map(([key, column]) =>
      arrayOf(
        rows.map(row => {
          const value = memberOf(row, key)
          return value === undefined || value === null ? null : String(column.mapToDriverValue(value))
        }),
      ),
    ),
  }
}

const memberOf = (row: object, key: string): unknown => Reflect.get(row, key)

/** An array of texts as Postgres writes it. */
const arrayOf = (values: readonly (string | null)[]): string =>
  `{${values.map(value => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`))}}`
