import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'

export type Row = Record<string, SQLOutputValue>

/** All writes of one iteration of the event loop share a transaction, because one for each write is much slower. */
export type Store = {
  /** A statement that writes. The write is durable once `committed` resolves. */
  write(sql: string): (...values: SQLInputValue[]) => void
  /** A statement that reads. It also sees writes that are not committed yet. */
  read(sql: string): {
    one(...values: SQLInputValue[]): Row | undefined
    all(...values: SQLInputValue[]): Row[]
  }
  /** Resolves when all writes so far survive a kill of the process. */
  committed(): Promise<void>
  close(): void
}

/** The version of the schema. A file of another version is emptied. */
const version = 1

const schema = `
  CREATE TABLE IF NOT EXISTS message (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, due_at INTEGER NOT NULL, retried INTEGER NOT NULL,
    definition TEXT NOT NULL, body BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS deduplication (
    id TEXT PRIMARY KEY, message_id TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS deduplication_expiry ON deduplication (expires_at);
  CREATE TABLE IF NOT EXISTS flow_control (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`

/**
 * Opens `qstash.db` in the state directory. With a write-ahead log, each commit reaches the kernel, which outlives the
 * process. Only a power failure can undo the last commits (https://sqlite.org/pragma.html#pragma_synchronous). This is
 * acceptable for a development stack.
 */
export function openStore(stateDir: string): Store {
  mkdirSync(stateDir, { recursive: true })
  const file = join(stateDir, 'qstash.db')
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600) // also that of an earlier version; the log files of SQLite get the same permissions
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
  createTables(database)
  let transaction: PromiseWithResolvers<void> | undefined

  function begin(): void {
    if (transaction) return
    database.exec('BEGIN')
    transaction = Promise.withResolvers()
    transaction.promise.catch(() => {}) // committed() reports the failure
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
        statement.run(...values)
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

/** Messages in a file of another version are lost; the outbox of the product publishes them again. */
function createTables(database: DatabaseSync): void {
  const row = database.prepare('PRAGMA user_version').get()
  if (Number(row?.['user_version']) !== version) {
    const tables = database.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    for (const { name } of tables.all()) database.exec(`DROP TABLE "${name}"`)
  }
  database.exec(schema)
  database.exec(`PRAGMA user_version = ${version}`)
}

export const textOf = (row: Row, column: string): string => String(row[column])

export const numberOf = (row: Row, column: string): number => Number(row[column])

export function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column]
  return value instanceof Uint8Array ? value : new Uint8Array()
}
