import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'

type Result = 'Created' | 'Found Existing' | 'Updated'
type Row = { sid: string; result: Result }

/** What the SQL function `provision` answers: uuids, not yet sids. */
export type ProvisionedRow = {
  course: Row
  user: Row | null
  enrollment: Row | null
  exam: Row | null
}

export type BatchRow = ProvisionedRow | { fault: { path: string; code: string } }

/**
 * Unsent, first in a batch: lets provisions of an install follow one another, so that each finds what the one before
 * has made. Other writes pass.
 */
export const lockInstall = (db: Database, installSid: SidOf<'AI'>) =>
  // Not the row of the install: revocation writes that, and must not wait for an import.
  db.select({ held: sql<string>`pg_advisory_xact_lock(hashtextextended(${installSid}, 0))` }).from(noTable)

/** Unsent, for one batch. @throws Problem `invalid_request` for what only the database could find */
export const provisionOne = (db: Database, installSid: SidOf<'AI'>, item: unknown) => ({
  held: lockInstall(db, installSid),
  provisioned: db
    .select({
      row: sql<ProvisionedRow>`provision(${sql.param(installSid, install.sid)}, ${JSON.stringify(item)}::jsonb)`,
    })
    .from(noTable),
})

/** Unsent, for one batch: a row for each item, in order. */
export const provisionMany = (db: Database, installSid: SidOf<'AI'>, items: unknown[]) => ({
  held: lockInstall(db, installSid),
  provisioned: db
    .select({
      row: sql<BatchRow>`provision_batch(${sql.param(installSid, install.sid)}, ${JSON.stringify(items)}::jsonb)`,
    })
    .from(noTable),
})
