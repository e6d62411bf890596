import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'

type Result = 'Created' | 'Found Existing' | 'Updated'
type Row = { sid: string; result: Result }

/** The result of the SQL function `provision`, with uuids in place of sids. */
export type ProvisionedRow = {
  course: Row
  user: Row | null
  enrollment: Row | null
  exam: Row | null
}

export type BatchRow = ProvisionedRow | { fault: { path: string; code: string } }

// Advisory locks, not locks of the install row: revocation updates that row and must not wait for an import.
const installLock = (installSid: SidOf<'AI'>) => sql`hashtextextended(${installSid}, 0)`

/**
 * Builds the first statement of an import of many items. It serializes the provisioning of an install, so that each
 * request reads the records of the previous one. It does not block other writes.
 */
export const lockInstall = (db: Database, installSid: SidOf<'AI'>) =>
  db.select({ locked: sql<string>`pg_advisory_xact_lock(${installLock(installSid)})` }).from(noTable)

/**
 * Builds the statements of one batch that provision one item. Only items that share an id, and imports, wait for each
 * other.
 * @throws Problem `invalid_request` if the item conflicts with existing records
 */
export const provisionOne = (db: Database, installSid: SidOf<'AI'>, item: unknown) => ({
  locked: db
    .select({
      locked: sql<string>`provision_lock_ids(${installLock(installSid)}, ${JSON.stringify(item)}::jsonb)`,
    })
    .from(noTable),
  provisioned: db
    .select({
      row: sql<ProvisionedRow>`provision(${sql.param(installSid, install.sid)}, ${JSON.stringify(item)}::jsonb)`,
    })
    .from(noTable),
})

/** Builds the statements of one batch that provision items. The last one returns one row for each item, in order. */
export const provisionMany = (db: Database, installSid: SidOf<'AI'>, items: unknown[]) => ({
  locked: lockInstall(db, installSid),
  provisioned: db
    .select({
      row: sql<BatchRow>`provision_batch(${sql.param(installSid, install.sid)}, ${JSON.stringify(items)}::jsonb)`,
    })
    .from(noTable),
})
