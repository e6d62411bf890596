import type { z } from '@hono/zod-openapi'
import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { timeZone } from '../../../db/schema/user.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import type { Reach } from '../../shared/authority/reach.ts'
import { contains } from '../../shared/filter.ts'
import { orderOf } from '../../shared/page.ts'
import type { InstallQuery, InstallSettingsUpdate } from './schema.ts'

type Owner = { accountSid: SidOf<'AC'>; applicationSid: SidOf<'AP'> }
type Query = z.output<typeof InstallQuery>

const sortColumns = { createdDate: install.createdDate, name: install.name }

export const insertInstall = (db: Database, { accountSid, applicationSid }: Owner, name: string) =>
  db
    .insert(install)
    .values({ sid: newSid('AI'), accountSid, applicationSid, name })
    .returning()

const matching = ({ installs }: Reach, { name }: Query): SQL | undefined =>
  and(installs, contains(install.name, name))

export const listInstallRows = (db: Database, reach: Reach, query: Query) =>
  db
    .select()
    .from(install)
    .where(matching(reach, query))
    .orderBy(...orderOf(query, sortColumns, ['createdDate'], install.sid))
    .limit(query.limit)
    .offset(query.offset)

export const countInstalls = (db: Database, reach: Reach, query: Query) =>
  db.select({ total: count() }).from(install).where(matching(reach, query))

export const updateSettings = (
  db: Database,
  installSid: SidOf<'AI'>,
  settings: z.output<typeof InstallSettingsUpdate>,
) =>
  db
    .update(install)
    .set({ ...settings, editDate: sql`now()` })
    .where(eq(install.sid, installSid))
    .returning()

/** A zone is not a tenant's; no name finds none. */
export const findTimeZoneByName = (db: Database, name: string | undefined) =>
  db
    .select()
    .from(timeZone)
    .where(eq(timeZone.name, name ?? ''))
