// `If-Match`: a PUT or a DELETE that is executed only if the record is as the client has read it (RFC 9110, 13.1.1).

import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database, Statement, Statements, Transact } from '../../../db/client.ts'
import { withIsolation } from '../../../db/context.ts'
import { guard, noTable } from '../../../db/guard.ts'
import { prepare, rewritten } from '../../../db/statement.ts'
import { capturing } from '../idempotency/capture.ts'
import { invalid } from '../problems/field-errors.ts'
import { Problem } from '../problems/problem.ts'
import { etagOfBody, isTagList, matchesStrongly } from './etag.ts'
import type { LoadedRecord, RequestContext } from './request-context.ts'

export const ifMatchHeader = 'If-Match'

const prefix = 'record_'

/**
 * Builds the statements of the operation that reads the record, and the digest of their rows; does not execute them.
 * @throws Problem `invalid_request` for an operation whose record has no entity tag, and for a malformed header
 */
export function recordStatements(context: RequestContext): Statements {
  if (context.ifMatch === undefined) return {}
  if (!isTagList(context.ifMatch))
    throw invalid({
      path: ifMatchHeader,
      code: 'invalid_format',
      message: 'Expected * or entity tags in double quotes, as the header ETag has them.',
    })
  const captured = Object.entries(capturedStatements(context)).map(([name, each]) => [prefix + name, each])
  return { ...Object.fromEntries(captured), [`${prefix}digest`]: digest(context.db, captured.length) }
}

function capturedStatements(context: RequestContext): Record<string, Statement> {
  const { record, db, params, callerScope, header } = context
  if (!record)
    throw invalid({
      path: ifMatchHeader,
      code: 'invalid_value',
      message: 'The record of this operation has no entity tag.',
    })
  const query = (record.query ?? z.object()).parse({})
  const statements = record.load?.({ db, params, query, body: undefined, callerScope, header }) ?? {}
  return Object.fromEntries(
    Object.entries(statements as Record<string, Statement>).map(([name, statement], at) => [
      name,
      rewritten(statement, text => capturing(text, `record_${at}`)),
    ]),
  )
}

/** The digest of the rows that the statements have captured. */
const digestOf = (count: number) =>
  sql<string>`md5(concat_ws(',', ${sql.join(
    Array.from({ length: count }, (_, at) =>
      sql.raw(`nullif(current_setting('invigil.record_${at}', true), '')`),
    ),
    sql`, `,
  )}))`

const digest = (db: Database, count: number) => db.select({ digest: digestOf(count) }).from(noTable)

/** Separates the results of `recordStatements` from those of the operation. */
export function splitRecord(results: Record<string, unknown>): {
  loaded: Record<string, unknown>
  record: LoadedRecord | undefined
} {
  const entries = Object.entries(results)
  const loaded = Object.fromEntries(entries.filter(([name]) => !name.startsWith(prefix)))
  const own = entries.filter(([name]) => name.startsWith(prefix))
  const record = Object.fromEntries(own.map(([name, rows]) => [name.slice(prefix.length), rows]))
  const [row] = (record['digest'] ?? []) as { digest: string }[]
  return { loaded, record: row && { loaded: record, digest: row.digest } }
}

/**
 * Checks that the record is the one that the client has read, and makes each transaction of the handler check that it is
 * unchanged since.
 * @throws Problem `precondition_failed`, or the Problem of reading the record
 */
export async function requireMatch(context: RequestContext): Promise<void> {
  const { ifMatch, record, loadedRecord, db } = context
  if (ifMatch === undefined || !(record && loadedRecord)) return
  const { loaded, digest: seen } = loadedRecord
  const query = (record.query ?? z.object()).parse({})
  const current = await record.handle({ ...context, query, loaded, body: undefined })
  if (!matchesStrongly(ifMatch, etagOfBody(bodyOf(record.returns, current))))
    throw new Problem('precondition_failed', 'The record has changed since it was read.')
  const captured = Object.values(capturedStatements(context))
  const checks = [
    ...captured,
    guard(db, sql`${digestOf(captured.length)} = ${seen}`, 'precondition_failed'),
  ].map(statement => prepare(statement))
  context.db = db.$through(checking(checks))
}

type Prepared = ReturnType<typeof prepare>

/**
 * Adds the checks to each transaction, which reads one snapshot. A write of a row that another transaction has changed after
 * the snapshot fails, and is sent again (db/resend.ts), so the checks see the change.
 */
const checking =
  (checks: readonly Prepared[]) =>
  (transact: Transact): Transact =>
  async queries =>
    (await withIsolation('RepeatableRead', () => transact([...checks, ...queries]))).slice(checks.length)

/** Returns the body of a response. */
export const bodyOf = (returns: z.ZodType, result: unknown): string =>
  JSON.stringify(z.encode(returns, result))
