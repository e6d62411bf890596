import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import { installLock, lockInstall } from '../reconcile/install-lock.ts'

type Result = 'Created' | 'Found Existing' | 'Updated'
type Row = { sid: string; result: Result }
type PersonalRow = Row | { sid: null; result: 'Suppressed' }

/** The result of the SQL function `provision`, with uuids in place of sids. */
export type ProvisionedRow = {
  course: Row
  user: PersonalRow | null
  enrollment: PersonalRow | null
  exam: Row | null
  accommodation: PersonalRow | null
}

export type BatchRow = ProvisionedRow | { fault: { path: string; code: string } }

/**
 * Builds the statements of one batch that provision one item. Only items that share an id, and imports, wait for each
 * other.
 * @throws Problem `invalid_request`, `id_taken`, `id_conflict` if the item conflicts with existing records
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
