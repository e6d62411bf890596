import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/**
 * The requests that a caller has sent in its current minute, which starts with the first of them (`count_request`).
 * The table is unlogged: a count of a minute needs no durability, and a read that only counts does not wait for the disk.
 * After a crash of the database it is empty (docs/adr/0019-request-limits.md).
 */
export const requestCount = pgTable(
  'request_count',
  {
    /** The caller whose requests they are: `idempotencyKey.caller`; or whose are refused (`refuse_caller`). */
    caller: text().notNull(),
    /** The install of the paths, or the account of the caller for paths without one. */
    tenant: uuid().notNull(),
    /** Whether the row counts writes, or reads. */
    isWrite: boolean().notNull(),
    startedDate: instant().notNull(),
    used: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.caller, table.tenant, table.isWrite] }),
    // Changes once a minute: the other updates are heap-only.
    index().on(table.startedDate),
  ],
)
