// The SQL storage of a Durable Object, in memory.
import { DatabaseSync } from 'node:sqlite'

/** A new, empty storage. */
export function sqlStorage(): SqlStorage {
  const database = new DatabaseSync(':memory:')
  return {
    exec: <Row>(query: string, ...values: (string | number | null)[]) => {
      if (values.length === 0 && query.includes(';')) {
        database.exec(query)
        return cursorOf<Row>([])
      }
      return cursorOf<Row>(database.prepare(query).all(...values) as Row[])
    },
  }
}

const cursorOf = <Row>(rows: Row[]): SqlCursor<Row> => ({
  toArray: () => rows.map(row => ({ ...row })),
  one: () => rows[0] as Row,
  rowsWritten: 0,
  [Symbol.iterator]: () => rows[Symbol.iterator](),
})
