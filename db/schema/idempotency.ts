import { index, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { digest, instant } from '../columns.ts'

/**
 * An `Idempotency-Key` whose request has written something. The row is inserted by the transaction of the write
 * (docs/adr/0016-replayed-requests.md).
 */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    /** The caller whose key it is: the sid of a credential, of a token family, of an operator or of a user. */
    caller: text().notNull(),
    key: text().notNull(),
    /** The request that has written the row, so that its later transactions can replace it. */
    owner: uuid().notNull(),
    /** Of method, path, query and body. */
    requestHash: digest().notNull(),
    /** What the request had read and drawn before its last transaction, sealed. Null after an erasure. */
    sealed: text(),
    /** The rows that the statements of its last transaction returned, in their order. Null after an erasure. */
    results: json().$type<unknown>(),
    /** The users whom the request names. */
    userSids: uuid().array().notNull(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    primaryKey({ columns: [table.caller, table.key] }),
    index().on(table.createdDate),
    index().using('gin', table.userSids),
  ],
)
