import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'

export type Row = Record<string, SQLOutputValue>

/** Writes of one turn of the event loop share a transaction, which costs far less than one each. */
export type Store = {
  /** A statement that writes; it counts once `committed` resolves. */
  write(sql: string): (...values: SQLInputValue[]) => { changes: number; id: number }
  /** A statement that reads, and sees what is written but not committed. */
  read(sql: string): {
    one(...values: SQLInputValue[]): Row | undefined
    all(...values: SQLInputValue[]): Row[]
  }
  /** Resolves when all that was written survives a kill of the process. */
  committed(): Promise<void>
  close(): void
}

// AUTOINCREMENT never lends a number twice, so that a cursor stays valid when rows are purged.
const schema = `
  CREATE TABLE IF NOT EXISTS message (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL, due_at INTEGER NOT NULL,
    retried INTEGER NOT NULL, definition TEXT NOT NULL, body BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS dlq (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, message_id TEXT NOT NULL, at INTEGER NOT NULL,
    definition TEXT NOT NULL, body BLOB NOT NULL, outcome TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, state TEXT NOT NULL, message_id TEXT NOT NULL,
    definition TEXT NOT NULL, body BLOB, detail TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS log_message ON log (message_id);
  CREATE TABLE IF NOT EXISTS deduplication (
    key TEXT PRIMARY KEY, message_id TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS deduplication_expiry ON deduplication (expires_at);
  CREATE TABLE IF NOT EXISTS flow_control (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS queue (
    name TEXT PRIMARY KEY, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, parallelism INTEGER NOT NULL,
    paused INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`

/**
 * Opens the one file of the state directory that holds everything.
 * With a write-ahead log each commit reaches the kernel, which outlives the process; only a power cut can undo the last
 * ones (https://sqlite.org/pragma.html#pragma_synchronous), and that is no concern of a stack for development.
 */
export function openStore(stateDir: string): Store {
  mkdirSync(stateDir, { recursive: true })
  const database = new DatabaseSync(join(stateDir, 'qstash.db'))
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
  database.exec(schema)
  let transaction: PromiseWithResolvers<void> | undefined

  function begin(): void {
    if (transaction) return
    database.exec('BEGIN')
    transaction = Promise.withResolvers()
    transaction.promise.catch(() => {}) // whoever needs it awaits it
    setImmediate(commit)
  }
  function commit(): void {
    const ended = transaction
    if (!ended) return
    transaction = undefined
    try {
      database.exec('COMMIT')
      ended.resolve()
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      ended.reject(error)
    }
  }

  return {
    write(sql) {
      const statement = database.prepare(sql)
      return (...values) => {
        begin()
        const { changes, lastInsertRowid } = statement.run(...values)
        return { changes: Number(changes), id: Number(lastInsertRowid) }
      }
    },
    read(sql) {
      const statement = database.prepare(sql)
      return { one: (...values) => statement.get(...values), all: (...values) => statement.all(...values) }
    },
    committed: async () => transaction?.promise,
    close() {
      if (!database.isOpen) return
      commit()
      database.close()
    },
  }
}

export const textOf = (row: Row, column: string): string => String(row[column])

export const numberOf = (row: Row, column: string): number => Number(row[column])

export function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column]
  return value instanceof Uint8Array ? value : new Uint8Array()
}
