import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Parameter, prepared, type RowOf } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'

/** Judged by the database's clock, like everything that expires. */
export const isLive = ({ revokedAt, expiresAt }: Record<'revokedAt' | 'expiresAt', PgColumn>) =>
  sql<boolean>`(${revokedAt} is null and (${expiresAt} is null or ${expiresAt} > now()))`

export const credentialIsLive = isLive(apiCredential)

// Every request reads these, and a column costs as much to describe as to carry: only what decides is here.
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
  (db, place: Parameter<{ secretHash: string; installSid: SidOf<'AI'> | null }>) =>
    db
      .select({ live: credentialIsLive, credential: credentialColumns, reachedSid: install.sid })
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
  whyDead: tokenState.whyDead,
}

/** Unsent: the token behind a secret with what bounds it. */
export const readToken = prepared((db, place: Parameter<{ secretHash: string }>) =>
  db
    .select({ token: tokenColumns })
    .from(tokenState)
    .where(eq(tokenState.secretHash, place('secretHash', tokenState.secretHash))),
)

export type CredentialRow = RowOf<typeof readCredential>
export type TokenRow = RowOf<typeof readToken>
