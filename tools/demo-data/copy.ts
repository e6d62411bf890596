// Rows in the text format of COPY (https://www.postgresql.org/docs/18/sql-copy.html, "Text Format").

import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { type Batch, tables } from './batch.ts'

type Copy = { statement: string; text: string }

/**
 * The COPY command of a batch. A column that has no value in any row keeps its default. In other columns a missing
 * value is null. Therefore either all rows of a batch have a value for a column that is not nullable, or none has.
 */
export function copyOf({ table, rows }: Batch): Copy {
  const columns = Object.entries(getTableColumns<Table>(tables[table])).filter(([key]) =>
    rows.some(row => memberOf(row, key) !== undefined),
  )
  const names = columns.map(([, column]) => `"${toSnakeCase(column.name)}"`)
  const lines = rows.map(row => {
    const values = columns.map(([key, column]) => {
      const value = memberOf(row, key)
      return value === undefined || value === null ? '\\N' : escaped(String(column.mapToDriverValue(value)))
    })
    return `${values.join('\t')}\n`
  })
  return {
    statement: `COPY "${getTableName(tables[table])}" (${names.join(', ')}) FROM STDIN`,
    text: lines.join(''),
  }
}

const memberOf = (row: object, key: string): unknown => Reflect.get(row, key)

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const escaped = (text: string): string => text.replaceAll(/[\\\t\n\r]/g, sign => escapes[sign] ?? sign)
