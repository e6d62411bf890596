// Creating, revoking and rotating credentials: statements for one batch.

import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { apiCredential } from '../../../../db/schema/credential.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { credentialIsLive } from '../credential-lookup.ts'

type Row = typeof apiCredential.$inferSelect

/** Where a credential belongs. */
export type Place = Pick<Row, 'accountSid' | 'applicationSid' | 'installSid'>

type Rights = Pick<Row, 'name' | 'role' | 'policy'>

/** A credential without its secret, and whether it is accepted now. */
export const credentialColumns = {
  sid: apiCredential.sid,
  accountSid: apiCredential.accountSid,
  applicationSid: apiCredential.applicationSid,
  installSid: apiCredential.installSid,
  name: apiCredential.name,
  role: apiCredential.role,
  policy: apiCredential.policy,
  createdBySid: apiCredential.createdBySid,
  expiresAt: apiCredential.expiresAt,
  revokedAt: apiCredential.revokedAt,
  replacedBySid: apiCredential.replacedBySid,
  createdDate: apiCredential.createdDate,
  active: credentialIsLive,
}

const isIt = (sid: SidOf<'AK'>): SQL => eq(apiCredential.sid, sid)
const of = (sid: SidOf<'AK'>): SQL => sql`from ${apiCredential} where ${isIt(sid)}`
const expiryOf = (sid: SidOf<'AK'>): SQL => sql`(select ${apiCredential.expiresAt} ${of(sid)})`

/**
 * Unsent: undoes the batch unless the credential that creates another is still live. The lock makes a revocation wait, so
 * that none that has answered is followed by an heir.
 */
export const lockCreator = (db: Database, sid: SidOf<'AK'>): Statement =>
  guard(db, sql`(select ${credentialIsLive} ${of(sid)} for share)`, 'credential_invalid')

type NewCredential = Rights & {
  sid?: SidOf<'AK'>
  secretHash: string
  createdBySid: SidOf<'AK'> | null
  expiresAt: Date | null | SQL
}

/** Unsent: the credential. It does not outlive the expiry of the credential that creates it. */
export function insertCredential(
  db: Database,
  { accountSid, applicationSid, installSid }: Place,
  { sid = newSid('AK'), expiresAt, createdBySid, name, role, policy, secretHash }: NewCredential,
) {
  const asked =
    expiresAt instanceof Date || expiresAt === null
      ? sql`${sql.param(expiresAt, apiCredential.expiresAt)}::timestamptz`
      : expiresAt
  return db
    .insert(apiCredential)
    .values({
      ...{ sid, accountSid, applicationSid, installSid, name, role, policy, secretHash, createdBySid },
      expiresAt: createdBySid ? sql`least(${asked}, ${expiryOf(createdBySid)})` : asked,
    })
    .returning(credentialColumns)
}

/** Revokes a credential that matches. Revoking again changes nothing; the first time stands. */
export const revokeCredential = (db: Database, sid: SidOf<'AK'>, matching: SQL) =>
  db
    .update(apiCredential)
    .set({ revokedAt: sql`now()` })
    .where(and(isIt(sid), matching, isNull(apiCredential.revokedAt)))

type Rotation = {
  secretHash: string
  /** How long the old one is accepted beside its successor; 0 revokes it at once. */
  overlapSeconds: number
  createdBySid: SidOf<'AK'> | null
}

/**
 * Unsent, for one batch: a successor with the same rights and expiry, and the end of the credential that it replaces. The
 * lock puts two rotations one after the other: what the first has ended is not rotated again.
 */
export function rotateCredential(
  db: Database,
  old: Rights & Place & { sid: SidOf<'AK'> },
  { secretHash, overlapSeconds, createdBySid }: Rotation,
) {
  const sid = newSid('AK')
  const ending =
    overlapSeconds === 0
      ? { revokedAt: sql`now()` }
      : {
          expiresAt: sql`least(${apiCredential.expiresAt}, now() + make_interval(secs => ${overlapSeconds}))`,
        }
  return {
    held: guard(db, sql`(select ${credentialIsLive} ${of(old.sid)} for update)`, 'credential_not_active'),
    made: insertCredential(db, old, {
      ...{ sid, name: old.name, role: old.role, policy: old.policy, secretHash, createdBySid },
      expiresAt: expiryOf(old.sid),
    }),
    ended: db
      .update(apiCredential)
      .set({ replacedBySid: sid, ...ending })
      .where(isIt(old.sid)),
  }
}
