import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import type { install } from '../../../db/schema/tenancy.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import { credentialIsLive } from '../../shared/authority/read.ts'
import { orderOf, paged } from '../../shared/page.ts'
import type { CredentialQuery } from './schema.ts'

const ofInstall = (installSid: SidOf<'AI'>) => eq(apiCredential.installSid, installSid)

const sortColumns = { createdDate: apiCredential.createdDate, name: apiCredential.name }

export const listCredentialRows = (
  db: Database,
  installSid: SidOf<'AI'>,
  query: z.output<typeof CredentialQuery>,
) =>
  paged(
    db,
    () => db.select().from(apiCredential).where(ofInstall(installSid)).$dynamic(),
    orderOf(query, sortColumns, ['createdDate'], apiCredential.sid),
    query,
  )

type NewCredential = Pick<typeof apiCredential.$inferInsert, 'name' | 'role' | 'policy' | 'secretHash'> & {
  createdBySid: SidOf<'AK'>
  expiresAt: Date | null
}

/**
 * Unsent, for one batch: the credential, unless its creator has been revoked since it was read. The lock makes a
 * revocation wait, so that none that has answered is followed by an heir. No credential outlives its creator's expiry.
 */
export function insertCredential(
  db: Database,
  {
    sid: installSid,
    accountSid,
    applicationSid,
  }: Pick<typeof install.$inferSelect, 'sid' | 'accountSid' | 'applicationSid'>,
  { expiresAt, createdBySid, ...values }: NewCredential,
) {
  const creator = sql`from ${apiCredential} where ${apiCredential.sid} = ${sql.param(createdBySid, apiCredential.sid)}`
  const asked = sql`${sql.param(expiresAt, apiCredential.expiresAt)}::timestamptz`
  return [
    guard(db, sql`(select ${credentialIsLive} ${creator} for share)`, 'credential_invalid'),
    db
      .insert(apiCredential)
      .values({
        ...values,
        ...{ sid: newSid('AK'), accountSid, applicationSid, installSid, createdBySid },
        expiresAt: sql`least(${asked}, (select ${apiCredential.expiresAt} ${creator}))`,
      })
      .returning(),
  ] as const
}

/** Revoking again changes nothing; the first time stands. */
export const revokeCredentialRow = (db: Database, installSid: SidOf<'AI'>, sid: SidOf<'AK'>) =>
  db
    .update(apiCredential)
    .set({ revokedAt: sql`coalesce(${apiCredential.revokedAt}, now())` })
    .where(and(ofInstall(installSid), eq(apiCredential.sid, sid)))
    .returning({ sid: apiCredential.sid })
