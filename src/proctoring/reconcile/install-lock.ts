// Locks the provisioning of an install.

import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import type { SidOf } from '../../../db/sid.ts'

/** Advisory locks, not locks of the install row: revocation updates that row and must not wait for an import. */
export const installLock = (installSid: SidOf<'AI'>) => sql`hashtextextended(${installSid}, 0)`

/**
 * Builds the first statement of an import of many items, or of a restore. It serializes the provisioning of an install,
 * so that each request reads the records of the previous one. It does not block other writes.
 */
export const lockInstall = (db: Database, installSid: SidOf<'AI'>) =>
  db.select({ locked: sql<string>`pg_advisory_xact_lock(${installLock(installSid)})` }).from(noTable)
