import { and, eq } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { apiCredential } from '../../../../db/schema/credential.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { nameKey } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import type { CredentialQuery } from './schema.ts'

export const inInstall = (installSid: SidOf<'AI'>) => eq(apiCredential.installSid, installSid)

const sortColumns = { createdDate: apiCredential.createdDate, name: nameKey(apiCredential.name) }

export const listCredentialRows = (
  db: Database,
  installSid: SidOf<'AI'>,
  query: z.output<typeof CredentialQuery>,
) =>
  paged(
    db,
    () => db.select().from(apiCredential).where(inInstall(installSid)).$dynamic(),
    orderOf(query, sortColumns, ['createdDate'], apiCredential.sid),
    query,
  )

/** Builds the statement that selects one credential of the install. */
export const findCredential = (
  db: Database,
  { installSid, credentialSid }: { installSid: SidOf<'AI'>; credentialSid: SidOf<'AK'> },
) =>
  db
    .select({ sid: apiCredential.sid })
    .from(apiCredential)
    .where(and(inInstall(installSid), eq(apiCredential.sid, credentialSid)))
