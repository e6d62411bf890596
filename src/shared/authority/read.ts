import { and, eq, getViewSelectedFields, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Place, prepared, type RowOf } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'

type Credential = typeof apiCredential | typeof holder

/** The credential that refreshes a token, and so gets the newest secret of its family. */
export const holder = alias(apiCredential, 'holder')

/** Judged by the database's clock, like everything that expires. */
export const isLive = ({ revokedAt, expiresAt }: Pick<Credential, 'revokedAt' | 'expiresAt'>) =>
  sql<boolean>`(${revokedAt} is null and (${expiresAt} is null or ${expiresAt} > now()))`

export const credentialIsLive = isLive(apiCredential)

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

const { generation: _, secretHash: __, ...tokenColumns } = getViewSelectedFields(tokenState)

/** Unsent: the token behind a secret with what bounds it, and its install. */
export const readToken = prepared((db, place: Place<{ secretHash: string }>) =>
  db
    .select({ token: tokenColumns, install })
    .from(tokenState)
    .innerJoin(install, eq(install.sid, tokenState.installSid))
    .where(eq(tokenState.secretHash, place('secretHash', tokenState.secretHash))),
)

export type CredentialRow = RowOf<typeof readCredential>
export type TokenRow = RowOf<typeof readToken>
