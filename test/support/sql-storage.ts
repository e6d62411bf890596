// The SQL storage of a Durable Object over an SQLite database in memory.
import { DatabaseSync } from 'node:sqlite'

/** An SQL storage, and the rows that it has returned. */
export function sqlStorage() {
  const database = new DatabaseSync(':memory:')
  const returned = { rows: 0 }
  const exec = (query: string, ...values: (string | number | Uint8Array | null)[]) => {
    if (values.length === 0 && query.includes(';')) database.exec(query)
    const rows = query.includes(';') ? [] : database.prepare(query).all(...values)
    returned.rows += rows.length
    return {
      toArray: () => rows,
      one: () => rows[0],
      [Symbol.iterator]: () => rows[Symbol.iterator](),
      rowsWritten: 0,
    }
  }
  return { sql: { exec } as unknown as SqlStorage, returned }
}
