// The statements that `batch` sends: drizzle's queries, drizzle's `execute`, and the statements of prepared.ts and
// sql-statement.ts. Only public methods of drizzle are used: `prepare`, `getQuery` and `mapResult`.

/** A compiled statement, as drizzle prepares it: its text, its parameters and the mapping of its result. */
export type CompiledQuery = {
  getQuery(): { sql: string; params: unknown[] }
  mapResult(result: unknown, isFromBatch?: boolean): unknown
}

/** A query whose rows the driver returns as arrays. */
type Query = { prepare(name: string): CompiledQuery }

/** A statement that is built but not sent, and the type of its result. `_` exists in types only. */
export type Statement<T = unknown> = { readonly _: { readonly result: T } } & (Query | CompiledQuery)

/** The statements of a batch: single statements and lists of statements, each with a name. */
export type Statements = Record<string, Statement | readonly Statement[]>

type ResultOf<S> = S extends Statement
  ? S['_']['result']
  : S extends readonly Statement[]
    ? { [K in keyof S]: ResultOf<S[K]> }
    : never

/** The results of a batch, under the same names. */
export type StatementResults<S extends Statements> = { [K in keyof S]: ResultOf<S[K]> }

/** The type of one row that a statement returns. */
export type RowOf<F extends (...given: never[]) => Statement<unknown[]>> =
  ReturnType<F>['_']['result'][number]

/** Returns the statement with another text; its parameters and the mapping of its result are the same. */
export function rewritten(statement: Statement, rewrite: (text: string) => string): Statement {
  const again = (compiled: CompiledQuery): CompiledQuery => ({
    getQuery() {
      const { sql, params } = compiled.getQuery()
      return { sql: rewrite(sql), params }
    },
    mapResult: (result, isFromBatch) => compiled.mapResult(result, isFromBatch),
  })
  const copy =
    'prepare' in statement ? { prepare: (name: string) => again(statement.prepare(name)) } : again(statement)
  return copy as unknown as Statement
}

/** Compiles a statement. The driver returns the rows of a query as arrays, and the rows of SQL text as objects. */
export function prepare(statement: Statement) {
  const arrayMode = 'prepare' in statement
  const compiled = arrayMode ? statement.prepare('') : statement
  const { sql: text, params } = compiled.getQuery()
  return { text, params, arrayMode, read: (result: unknown) => compiled.mapResult(result, true) }
}
