// The lookup of the caller, and the same rules as conditions of a write.

import { and, eq, isNull, or, type Param, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Placeholders } from '../../../db/parameters.ts'
import { prepared } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { RowOf } from '../../../db/statement.ts'
import { countOf, countParameters } from './request-count.ts'

/** Whether a credential is neither revoked nor expired, by the database's clock. */
export const isLive = ({ revokedAt, expiresAt }: Record<'revokedAt' | 'expiresAt', PgColumn>) =>
  sql<boolean>`(${revokedAt} is null and (${expiresAt} is null or ${expiresAt} > now()))`

export const credentialIsLive = isLive(apiCredential)

/** Whether a credential has access to the current row of `install`. */
const hasAccess = ({ accountSid, installSid }: Credential): SQL | undefined =>
  and(eq(install.accountSid, accountSid), or(isNull(installSid), eq(installSid, install.sid)))

/** The table `api_credential`, or an alias of it. */
type Credential = PgTable &
  Record<'accountSid' | 'installSid' | 'secretHash' | 'revokedAt' | 'expiresAt', PgColumn>

const fingerprintOf = (credential: Credential) =>
  sql<string>`authority_fingerprint(${credential})`.mapWith(apiCredential.secretHash)

/** The parameters of `isUnchanged`. */
export const decidedAuthority = {
  callerSecretHash: apiCredential.secretHash,
  callerFingerprint: apiCredential.secretHash,
}

/**
 * Whether a credential still has the authority that a write was decided with, and has access to the current row of
 * `install`. These are the conditions of the lookup, so a write that this condition admits would also be admitted after
 * a lookup with the same snapshot.
 */
export const isUnchanged = (
  credential: Credential,
  { callerSecretHash, callerFingerprint }: Placeholders<typeof decidedAuthority>,
): SQL | undefined =>
  and(
    eq(credential.secretHash, callerSecretHash),
    isLive(credential),
    hasAccess(credential),
    eq(fingerprintOf(credential), callerFingerprint),
  )

// Every request reads these columns, and the description of a column costs as much as its value. So only columns that a
// decision needs are selected.
const credentialColumns = {
  sid: apiCredential.sid,
  accountSid: apiCredential.accountSid,
  applicationSid: apiCredential.applicationSid,
  installSid: apiCredential.installSid,
  role: apiCredential.role,
  policy: apiCredential.policy,
}

const credentialRow = (isWrite: Param) => ({
  live: credentialIsLive,
  credential: credentialColumns,
  reachedSid: install.sid,
  count: countOf(
    {
      caller: sql`sid_text('AK', ${apiCredential.sid})`,
      ...{ accountSid: apiCredential.accountSid, installSid: install.sid, isLive: credentialIsLive },
      hasInstall: true,
    },
    isWrite,
  ),
})
const lookupParameters = {
  ...{ secretHash: apiCredential.secretHash, installSid: apiCredential.installSid },
  ...countParameters,
}

const isReached = (installSid: Param) => and(eq(install.sid, installSid), hasAccess(apiCredential))

/** Selects the credential with this secret, and the sid of the install if the credential has access to it. */
export const readCredential = prepared(lookupParameters, (db, { secretHash, installSid, isWrite }) =>
  db
    .select(credentialRow(isWrite))
    .from(apiCredential)
    .leftJoin(install, isReached(installSid))
    .where(eq(apiCredential.secretHash, secretHash)),
)

/**
 * Like `readCredential`, with the fingerprint of the same snapshot. A separate statement would read another snapshot,
 * and could return the fingerprint of another policy.
 */
export const readVersionedCredential = prepared(lookupParameters, (db, { secretHash, installSid, isWrite }) =>
  db
    .select({ ...credentialRow(isWrite), fingerprint: fingerprintOf(apiCredential) })
    .from(apiCredential)
    .leftJoin(install, isReached(installSid))
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
  targetRole: tokenState.targetRole,
  policy: tokenState.policy,
  creatorPolicy: tokenState.creatorPolicy,
  holderPolicy: tokenState.holderPolicy,
  inactiveReason: tokenState.inactiveReason,
}

/** Selects the token with this secret, with the roles and policies that restrict it. */
export const readToken = prepared(
  { secretHash: tokenState.secretHash, ...countParameters },
  (db, { secretHash, isWrite }) =>
    db
      .select({
        token: tokenColumns,
        count: countOf(
          {
            // A token and its successors are one caller (src/shared/auth/caller-scope.ts).
            caller: sql`sid_text('TA', ${tokenState.familySid})`,
            ...{ accountSid: tokenState.accountSid, installSid: tokenState.installSid },
            isLive: sql`${tokenState.inactiveReason} is null`,
          },
          isWrite,
        ),
      })
      .from(tokenState)
      .where(eq(tokenState.secretHash, secretHash)),
)

/** Only the lookup of the caller of a request has a count. */
type Counted<R extends { count: unknown }> = Omit<R, 'count'> & Partial<Pick<R, 'count'>>
export type CredentialRow = Counted<RowOf<typeof readCredential>> & { fingerprint?: string }
export type TokenRow = Counted<RowOf<typeof readToken>>
