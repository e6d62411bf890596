import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { apiCredential } from '../../../../db/schema/credential.ts'
import { install } from '../../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { CallerScope } from '../../../shared/auth/caller-scope.ts'
import { credentialIsLive } from '../../../shared/auth/credential-lookup.ts'
import { credentialColumns } from '../../../shared/auth/credentials/queries.ts'
import { equals, nameKey } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import type { AccountCredentialQuery } from './schema.ts'

const sortColumns = { createdDate: apiCredential.createdDate, name: nameKey(apiCredential.name) }

/** Selects the credentials of the caller's account, including those of its installs. */
export const listCredentialRows = (db: Database, { account }: CallerScope, query: AccountCredentialQuery) =>
  paged(
    db,
    () =>
      db
        .select(credentialColumns)
        .from(apiCredential)
        .where(
          and(
            eq(apiCredential.accountSid, account),
            equals(apiCredential.installSid, query.installSid),
            query.active === undefined ? undefined : query.active ? credentialIsLive : not(credentialIsLive),
          ),
        )
        .$dynamic(),
    orderOf(query, sortColumns, ['createdDate'], apiCredential.sid),
    query,
  )

/** Selects a credential of the caller's account. */
export const findCredential = (db: Database, { account }: CallerScope, sid: SidOf<'AK'>) =>
  db
    .select(credentialColumns)
    .from(apiCredential)
    .where(and(eq(apiCredential.accountSid, account), eq(apiCredential.sid, sid)))

/** Selects an install of the caller's account. Null selects none. */
export const findInstall = (db: Database, { account }: CallerScope, sid: SidOf<'AI'> | null) =>
  db
    .select({ sid: install.sid, applicationSid: install.applicationSid })
    .from(install)
    .where(and(eq(install.accountSid, account), sidEquals(install.sid, sid)))

const sidEquals = (column: typeof install.sid, sid: SidOf<'AI'> | null): SQL =>
  sql`${column} = ${sql.param(sid, column)}`
