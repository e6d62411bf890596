// The interface of a database behind Neon's HTTP protocol, which runs one statement, or several as one transaction.

/** Parameters are text without types. Postgres infers each type from the statement, as on Neon. */
export type Statement = {
  query: string
  params: (string | null)[]
}

export type Field = {
  name: string
  tableID: number
  columnID: number
  dataTypeID: number
  dataTypeSize: number
  dataTypeModifier: number
  format: 'text'
}

/** `command` is the first word of the command tag; `rowCount` is null where the tag has no number. */
export type StatementResult = {
  command: string
  rowCount: number | null
  rows: (string | null)[][]
  fields: Field[]
}

export const isolationLevels = {
  ReadUncommitted: 'read uncommitted',
  ReadCommitted: 'read committed',
  RepeatableRead: 'repeatable read',
  Serializable: 'serializable',
} as const

export type TransactionMode = {
  isolation?: keyof typeof isolationLevels | undefined
  readOnly?: boolean | undefined
  deferrable?: boolean | undefined
}

export type Backend = {
  /**
   * Without `mode` each statement commits separately, in order. With `mode` they are one transaction.
   * @param abandoned aborts when the client has disconnected. PGlite ignores it, because it completes every statement
   * @throws QueryError when the database refuses a statement, BackendLost when it cannot be reached
   */
  run(statements: Statement[], mode?: TransactionMode, abandoned?: AbortSignal): Promise<StatementResult[]>
  /** Closes the connections, or the embedded database, after the statements in progress. */
  close(): Promise<void>
}

/** The members of Neon's error response, which are those of the `pg` driver. */
const errorFields = [
  'code',
  'severity',
  'detail',
  'hint',
  'position',
  'internalPosition',
  'internalQuery',
  'where',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'file',
  'line',
  'routine',
] as const

type ErrorFields = Partial<Record<(typeof errorFields)[number], string | undefined>>

/** The error of the database with all its fields. */
export class QueryError extends Error {
  readonly fields: ErrorFields

  constructor(message: string, fields: ErrorFields) {
    super(message)
    this.name = 'QueryError'
    this.fields = Object.fromEntries(errorFields.map(name => [name, fields[name]]))
  }
}

/** The database did not respond: it is down, shutting down or refuses connections. */
export class BackendLost extends Error {
  constructor(cause: unknown) {
    super('database cannot be reached', { cause })
    this.name = 'BackendLost'
  }
}

export const hasOptions = (mode: TransactionMode): boolean =>
  Object.values(mode).some(option => option !== undefined)

/** The statements between `begin` in the given mode and `commit`. */
export function asTransaction(statements: Statement[], mode: TransactionMode): Statement[] {
  const words = ['begin']
  if (mode.isolation) words.push('isolation level', isolationLevels[mode.isolation])
  if (mode.readOnly !== undefined) words.push(mode.readOnly ? 'read only' : 'read write')
  if (mode.deferrable !== undefined) words.push(mode.deferrable ? 'deferrable' : 'not deferrable')
  return [{ query: words.join(' '), params: [] }, ...statements, { query: 'commit', params: [] }]
}
