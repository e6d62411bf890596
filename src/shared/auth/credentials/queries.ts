// Statements that create, revoke and rotate credentials.

import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { apiCredential } from '../../../../db/schema/credential.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { credentialIsLive } from '../credential-lookup.ts'

type Row = typeof apiCredential.$inferSelect

/** The tenant of a credential. */
export type CredentialTenant = Pick<Row, 'accountSid' | 'applicationSid' | 'installSid'>

type Rights = Pick<Row, 'name' | 'role' | 'policy'>

/** A credential without its secret, and whether it is active. */
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

const hasSid = (sid: SidOf<'AK'>): SQL => eq(apiCredential.sid, sid)
const of = (sid: SidOf<'AK'>): SQL => sql`from ${apiCredential} where ${hasSid(sid)}`
const expiryOf = (sid: SidOf<'AK'>): SQL => sql`(select ${apiCredential.expiresAt} ${of(sid)})`

/**
 * The expiry of a credential without the overlap of an earlier rotation, which is the expiry of its row: that of its newest
 * successor, because each successor gets it.
 */
const expiryWithoutOverlap = (sid: SidOf<'AK'>): SQL => sql`(
  with recursive chain as (
    select expires_at, replaced_by_sid ${of(sid)}
    union all
    select next.expires_at, next.replaced_by_sid from chain join ${apiCredential} next on next.sid = chain.replaced_by_sid
  )
  select expires_at from chain where replaced_by_sid is null)`

/**
 * Builds a statement that rolls the batch back unless the creating credential is active; does not execute it. The lock
 * makes a concurrent revocation wait, so that a credential creates no other credential after the response to its
 * revocation.
 */
export const lockCreator = (db: Database, sid: SidOf<'AK'>): Statement =>
  guard(db, sql`(select ${credentialIsLive} ${of(sid)} for share)`, 'credential_invalid')

type NewCredential = Rights & {
  sid?: SidOf<'AK'>
  secretHash: string
  createdBySid: SidOf<'AK'> | null
  expiresAt: Date | null | SQL
}

/** Builds the insert of a credential; does not execute it. The credential expires no later than its creator. */
export function insertCredential(
  db: Database,
  { accountSid, applicationSid, installSid }: CredentialTenant,
  { sid = newSid('AK'), expiresAt, createdBySid, name, role, policy, secretHash }: NewCredential,
) {
  const requested =
    expiresAt instanceof Date || expiresAt === null
      ? sql`${sql.param(expiresAt, apiCredential.expiresAt)}::timestamptz`
      : expiresAt
  return db
    .insert(apiCredential)
    .values({
      ...{ sid, accountSid, applicationSid, installSid, name, role, policy, secretHash, createdBySid },
      expiresAt: createdBySid ? sql`least(${requested}, ${expiryOf(createdBySid)})` : requested,
    })
    .returning(credentialColumns)
}

/** Builds the revocation of a credential that matches; does not execute it. A repetition keeps the first date. */
export const revokeCredential = (db: Database, sid: SidOf<'AK'>, matching: SQL) =>
  db
    .update(apiCredential)
    .set({ revokedAt: sql`now()` })
    .where(and(hasSid(sid), matching, isNull(apiCredential.revokedAt)))

type Rotation = {
  secretHash: string
  /** The time for which the old credential remains active; 0 revokes it immediately. */
  overlapSeconds: number
  createdBySid: SidOf<'AK'> | null
}

/**
 * Builds the statements of a rotation for one batch; does not execute them. They create a successor with the same
 * rights and expiry, and end the old credential. The lock serializes rotations, so that an ended credential is not
 * rotated again.
 */
export function rotateCredential(
  db: Database,
  old: Rights & CredentialTenant & { sid: SidOf<'AK'> },
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
      expiresAt: expiryWithoutOverlap(old.sid),
    }),
    ended: db
      .update(apiCredential)
      .set({ replacedBySid: sid, ...ending })
      .where(hasSid(old.sid)),
  }
}
