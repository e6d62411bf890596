// What `batch` sends: drizzle's queries, drizzle's `execute`, and the statements of prepared.ts and sql-statement.ts. Only
// public methods of drizzle are used: `prepare`, `getQuery` and `mapResult`.

/** A compiled statement, as drizzle prepares it: its text with parameters, and how its result is read. */
export type CompiledQuery = {
  getQuery(): { sql: string; params: unknown[] }
  mapResult(result: unknown, isFromBatch?: boolean): unknown
}

/** A query whose result has its rows as arrays. */
type Query = { prepare(name: string): CompiledQuery }

/** A statement that is built but not sent, and the type of its result. `_` exists in types only. */
export type Statement<T = unknown> = { readonly _: { readonly result: T } } & (Query | CompiledQuery)

/** What a batch sends: statements, and lists of statements, under names. */
export type Statements = Record<string, Statement | readonly Statement[]>

type ResultOf<S> = S extends Statement
  ? S['_']['result']
  : S extends readonly Statement[]
    ? { [K in keyof S]: ResultOf<S[K]> }
    : never

/** The results of a batch, under the same names. */
export type StatementResults<S extends Statements> = { [K in keyof S]: ResultOf<S[K]> }

/** The rows that a statement returns, one of them. */
export type RowOf<F extends (...given: never[]) => Statement<unknown[]>> =
  ReturnType<F>['_']['result'][number]

/** Compiles a statement. A query has its rows as arrays; text has them as objects. */
export function prepare(statement: Statement) {
  const arrayMode = 'prepare' in statement
  const compiled = arrayMode ? statement.prepare('') : statement
  const { sql: text, params } = compiled.getQuery()
  return { text, params, arrayMode, read: (result: unknown) => compiled.mapResult(result, true) }
}
