import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Place, prepared, type RowOf } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'

/** Judged by the database's clock, like everything that expires. */
export const credentialIsLive = sql<boolean>`
  (${apiCredential.revokedAt} is null and (${apiCredential.expiresAt} is null or ${apiCredential.expiresAt} > now()))`

/**
 * A token lives while it is the newest of its family, in time, and no epoch above it was raised since its root:
 * raising one number revokes every token of a user, a credential or an install. Needs the joins of `readToken`.
 */
export const tokenIsLive: SQL<boolean> = sql<boolean>`(
  ${stsToken.replacedBySid} is null and ${stsToken.expiresAt} > now()
  and ${stsFamily.revokedAt} is null and ${stsFamily.absoluteExpiresAt} > now()
  and ${stsFamily.installEpoch} = ${install.stsEpoch} and ${stsFamily.credentialEpoch} = ${apiCredential.stsEpoch}
  and ${stsFamily.userEpoch} is not distinct from ${user.stsEpoch} and ${credentialIsLive})`

const credentialColumns = {
  sid: apiCredential.sid,
  accountSid: apiCredential.accountSid,
  applicationSid: apiCredential.applicationSid,
  installSid: apiCredential.installSid,
  role: apiCredential.role,
  policy: apiCredential.policy,
}

/** Unsent: the credential behind a secret, and the install at hand where the credential reaches it. */
export const readCredential = prepared(
  (db, place: Place<{ secretHash: string; installSid: SidOf<'AI'> | null }>) =>
    db
      .select({ live: credentialIsLive, credential: credentialColumns, install })
      .from(apiCredential)
      .leftJoin(
        install,
        and(
          eq(install.sid, place('installSid', install.sid)),
          eq(install.accountSid, apiCredential.accountSid),
          or(isNull(apiCredential.installSid), eq(apiCredential.installSid, install.sid)),
        ),
      )
      .where(eq(apiCredential.secretHash, place('secretHash', apiCredential.secretHash))),
)

/** Unsent: the token behind a secret, with its family, its creator and its install. */
export const readToken = prepared((db, place: Place<{ secretHash: string }>) =>
  db
    .select({ live: tokenIsLive, token: stsToken, family: stsFamily, credential: credentialColumns, install })
    .from(stsToken)
    .innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
    .innerJoin(apiCredential, eq(apiCredential.sid, stsFamily.credentialSid))
    .innerJoin(install, eq(install.sid, stsFamily.installSid))
    .leftJoin(user, eq(user.sid, stsFamily.targetUserSid))
    .where(eq(stsToken.secretHash, place('secretHash', stsToken.secretHash))),
)

export type CredentialRow = RowOf<typeof readCredential>
export type TokenRow = RowOf<typeof readToken>
