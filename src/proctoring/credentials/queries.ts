import type { z } from '@hono/zod-openapi'
import { and, count, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import type { Install } from '../../shared/authority/caller.ts'
import { orderOf } from '../../shared/page.ts'
import type { CredentialQuery } from './schema.ts'

const ofInstall = (installSid: SidOf<'AI'>) => eq(apiCredential.installSid, installSid)

const sortColumns = { createdDate: apiCredential.createdDate, name: apiCredential.name }

export const listCredentialRows = (
  db: Database,
  installSid: SidOf<'AI'>,
  query: z.output<typeof CredentialQuery>,
) =>
  db
    .select()
    .from(apiCredential)
    .where(ofInstall(installSid))
    .orderBy(...orderOf(query, sortColumns, ['createdDate'], apiCredential.sid))
    .limit(query.limit)
    .offset(query.offset)

export const countCredentials = (db: Database, installSid: SidOf<'AI'>) =>
  db.select({ total: count() }).from(apiCredential).where(ofInstall(installSid))

type NewCredential = Omit<
  typeof apiCredential.$inferInsert,
  'sid' | 'accountSid' | 'applicationSid' | 'installSid'
>

export const insertCredential = (
  db: Database,
  { sid: installSid, accountSid, applicationSid }: Install,
  values: NewCredential,
) =>
  db
    .insert(apiCredential)
    .values({ ...values, sid: newSid('AK'), accountSid, applicationSid, installSid })
    .returning()

/** Revoking again changes nothing; the first time stands. */
export const revokeCredentialRow = (db: Database, installSid: SidOf<'AI'>, sid: SidOf<'AK'>) =>
  db
    .update(apiCredential)
    .set({ revokedAt: sql`coalesce(${apiCredential.revokedAt}, now())` })
    .where(and(ofInstall(installSid), eq(apiCredential.sid, sid)))
    .returning({ sid: apiCredential.sid })
