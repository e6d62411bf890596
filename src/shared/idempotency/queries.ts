import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { idempotencyKey } from '../../../db/schema/idempotency.ts'
import type { CallerScope } from '../auth/caller-scope.ts'

/** The rows of each statement of a transaction. */
export type CapturedRows = { names: string[]; values: unknown[] }[][]

const { caller, key, owner, requestHash, sealed, results, createdDate } = idempotencyKey

const isOf = (callerScope: CallerScope, text: string): SQL | undefined =>
  and(eq(caller, callerScope.caller), eq(key, text), sql`${createdDate} > now() - interval '24 hours'`)

/** Whether the caller has not used the key; true without a key. The repetition of a request then has no effect in `load`. */
export const isFree = (callerScope: CallerScope, text: string | undefined): SQL =>
  text === undefined
    ? sql`true`
    : sql`not exists (select from ${idempotencyKey} where ${isOf(callerScope, text)})`

/** Builds the statement that selects the use of a key by the caller, if any, and the time. */
export const findUse = (db: Database, callerScope: CallerScope, text: string) =>
  db
    .select({
      now: sql<string>`now()::text`,
      used: {
        owner,
        requestHash,
        sealed,
        results: sql<CapturedRows | null>`idempotent_rows(${results})`,
      },
    })
    .from(noTable)
    .leftJoin(idempotencyKey, isOf(callerScope, text))

export type Use = ReturnType<typeof findUse>['_']['result'][number]

/** A use of a key, before the last transaction of its request. */
export type NewUse = {
  callerScope: CallerScope
  key: string
  owner: string
  requestHash: string
  since: string
}

/** Builds the first statement of a batch. @throws Problem `idempotency_key_in_use` */
export const requireFree = (db: Database, use: NewUse) =>
  db
    .select({
      free: sql<string>`require_free_idempotency_key(${use.callerScope.caller}, ${use.key}, ${use.owner}::uuid)`,
    })
    .from(noTable)

/** Builds the last statement of a batch. */
export const keepResults = (
  db: Database,
  use: NewUse,
  { text, named, statements }: { text: string; named: readonly string[]; statements: number },
) =>
  db
    .select({
      kept: sql<string>`keep_idempotent_results(${use.callerScope.caller}, ${use.key}, ${use.owner}::uuid,
        ${sql.param(use.requestHash, requestHash)}, ${text}, ${sql.param(named)}::uuid[], ${statements}::integer,
        ${use.since}::timestamptz)`,
    })
    .from(noTable)
