import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { prepared } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { RowOf } from '../../../db/statement.ts'

/** Whether a credential is neither revoked nor expired, by the database's clock. */
export const isLive = ({ revokedAt, expiresAt }: Record<'revokedAt' | 'expiresAt', PgColumn>) =>
  sql<boolean>`(${revokedAt} is null and (${expiresAt} is null or ${expiresAt} > now()))`

export const credentialIsLive = isLive(apiCredential)

// Every request reads these columns, and the description of a column costs as much as its value: only columns that decide
// something are here.
const credentialColumns = {
  sid: apiCredential.sid,
  accountSid: apiCredential.accountSid,
  applicationSid: apiCredential.applicationSid,
  installSid: apiCredential.installSid,
  role: apiCredential.role,
  policy: apiCredential.policy,
}

/** Selects the credential with this secret, and the sid of the install if the credential reaches it. */
export const readCredential = prepared(
  { secretHash: apiCredential.secretHash, installSid: apiCredential.installSid },
  (db, { secretHash, installSid }) =>
    db
      .select({ live: credentialIsLive, credential: credentialColumns, reachedSid: install.sid })
      .from(apiCredential)
      .leftJoin(
        install,
        and(
          eq(install.sid, installSid),
          eq(install.accountSid, apiCredential.accountSid),
          or(isNull(apiCredential.installSid), eq(apiCredential.installSid, install.sid)),
        ),
      )
      .where(eq(apiCredential.secretHash, secretHash)),
)

export const tokenColumns = {
  sid: tokenState.sid,
  familySid: tokenState.familySid,
  installSid: tokenState.installSid,
  accountSid: tokenState.accountSid,
  applicationSid: tokenState.applicationSid,
  credentialSid: tokenState.credentialSid,
  holderSid: tokenState.holderSid,
  targetUserSid: tokenState.targetUserSid,
  elementType: tokenState.elementType,
  resource: tokenState.resource,
  role: tokenState.role,
  holderRole: tokenState.holderRole,
  policy: tokenState.policy,
  creatorPolicy: tokenState.creatorPolicy,
  holderPolicy: tokenState.holderPolicy,
  inactiveReason: tokenState.inactiveReason,
}

/** Selects the token with this secret, with the roles and policies that restrict it. */
export const readToken = prepared({ secretHash: tokenState.secretHash }, (db, { secretHash }) =>
  db.select({ token: tokenColumns }).from(tokenState).where(eq(tokenState.secretHash, secretHash)),
)

export type CredentialRow = RowOf<typeof readCredential>
export type TokenRow = RowOf<typeof readToken>
