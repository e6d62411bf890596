// The lookup of the caller, and the same rules as conditions of a write.

import { and, eq, isNull, or, type Param, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { noTable } from '../../../db/guard.ts'
import type { Placeholders } from '../../../db/parameters.ts'
import { prepared } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { RowOf } from '../../../db/statement.ts'
import { type Admitted, admission, admissionParameters, reaches, refusalUnless } from './request-count.ts'
import { tokenBySecret } from './token-by-secret.ts'

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

/**
 * Whether a credential still has the authority that a write was decided with, and has access to the current row of
 * `install`. These are the conditions of the lookup, so a write that this condition admits would also be admitted after
 * a lookup with the same snapshot. `issue_token` and `refresh_token` contain it (tools/migrator/generated-sql.ts).
 */
export const isUnchanged = (
  credential: Credential,
  { callerSecretHash, callerFingerprint }: Record<'callerSecretHash' | 'callerFingerprint', SQL>,
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

const credentialRow = ({
  installSid,
  ...counting
}: Omit<Placeholders<typeof lookupParameters>, 'secretHash'>) => ({
  live: credentialIsLive,
  credential: credentialColumns,
  reachedSid: install.sid,
  count: admission(
    {
      refusal: refusalUnless(
        sql`(${apiCredential.sid} is not null)`,
        credentialIsLive,
        reaches(installSid, install.sid),
      ),
      caller: sql`sid_text('AK', ${apiCredential.sid})`,
      ...{ accountSid: apiCredential.accountSid, installSid: install.sid },
      hasInstall: true,
    },
    counting,
  ),
})
const lookupParameters = {
  ...{ secretHash: apiCredential.secretHash, installSid: apiCredential.installSid },
  ...admissionParameters,
}

const hasSecret = (secretHash: Param) => eq(apiCredential.secretHash, secretHash)

const isReached = (installSid: Param) => and(eq(install.sid, installSid), hasAccess(apiCredential))

/**
 * Selects the credential with this secret, and the sid of the install. Fails unless the credential is valid, and has access
 * to that install.
 */
export const readCredential = prepared(lookupParameters, (db, { secretHash, installSid, ...counting }) =>
  db
    .select(credentialRow({ installSid, ...counting }))
    .from(noTable)
    .leftJoin(apiCredential, hasSecret(secretHash))
    .leftJoin(install, isReached(installSid)),
)

/**
 * Like `readCredential`, with the fingerprint of the same snapshot. A separate statement would read another snapshot,
 * and could return the fingerprint of another policy.
 */
export const readVersionedCredential = prepared(
  lookupParameters,
  (db, { secretHash, installSid, ...counting }) =>
    db
      .select({ ...credentialRow({ installSid, ...counting }), fingerprint: fingerprintOf(apiCredential) })
      .from(noTable)
      .leftJoin(apiCredential, hasSecret(secretHash))
      .leftJoin(install, isReached(installSid)),
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

/**
 * Selects the token with this secret, with the roles and policies that restrict it. Fails unless the token is active, and one of
 * the install.
 */
export const readToken = prepared(
  { secretHash: tokenState.secretHash, installSid: apiCredential.installSid, ...admissionParameters },
  (db, { secretHash, installSid, ...counting }) =>
    db
      .select({
        token: tokenColumns,
        count: admission(
          {
            refusal: sql`coalesce(${tokenState.inactiveReason}, ${refusalUnless(
              sql`(${tokenState.sid} is not null)`,
              sql`true`,
              reaches(installSid, tokenState.installSid),
            )})`,
            // A token and its successors are one caller (src/shared/auth/caller-scope.ts).
            caller: sql`sid_text('TA', ${tokenState.familySid})`,
            ...{ accountSid: tokenState.accountSid, installSid: tokenState.installSid },
          },
          counting,
        ),
      })
      .from(noTable)
      .leftJoin(tokenBySecret(secretHash), sql`true`),
)

/** Only the lookup of the caller of a request has a count. */
type Counted<R extends { count: unknown }> = Omit<R, 'count'> & Partial<Pick<R, 'count'>>
export type CredentialRow = Counted<Admitted<RowOf<typeof readCredential>, 'credential'>> & {
  fingerprint?: string
}
export type TokenRow = Counted<Admitted<RowOf<typeof readToken>, 'token'>>
