import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { install, installColumns } from '../../../db/schema/tenancy.ts'
import { timeZone } from '../../../db/schema/user.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import type { CallerScope } from '../../shared/auth/caller-scope.ts'
import { contains, nameKey } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import { reconcileDatedCourses } from '../reconcile/sessions.ts'
import { notificationColumns } from './notifications.ts'
import type { InstallQuery, InstallSettingsUpdate } from './schema.ts'

type Owner = { accountSid: SidOf<'AC'>; applicationSid: SidOf<'AP'> }
type Query = z.output<typeof InstallQuery>
export type InstallRow = typeof install.$inferSelect

const sortColumns = { createdDate: install.createdDate, name: nameKey(install.name) }

export const insertInstall = (db: Database, { accountSid, applicationSid }: Owner, name: string) =>
  db
    .insert(install)
    .values({ sid: newSid('AI'), accountSid, applicationSid, name })
    .returning()

export const listInstallRows = (db: Database, { includesInstall }: CallerScope, query: Query) =>
  paged(
    db,
    () =>
      db
        .select(installColumns)
        .from(install)
        .where(and(includesInstall, contains(install.name, query.name)))
        .$dynamic(),
    orderOf(query, sortColumns, ['createdDate'], install.sid),
    query,
  )

export const findInstall = prepared({ installSid: install.sid }, (db, { installSid }) =>
  db.select().from(install).where(eq(install.sid, installSid)),
)

export const renameInstall = (db: Database, installSid: SidOf<'AI'>, name: string) =>
  db.update(install).set({ name, editDate: sql`now()` }).where(eq(install.sid, installSid)).returning()

/**
 * Builds the statements of one batch that update the settings of an install. A new time zone changes the instants of
 * calendar dates, so the batch then also reconciles the sessions of courses with dated assignments.
 */
export function updateSettings(
  db: Database,
  installSid: SidOf<'AI'>,
  { files, notifications = {}, ...settings }: z.output<typeof InstallSettingsUpdate>,
) {
  const installs = db
    .update(install)
    .set({
      ...settings,
      ...notificationColumns(notifications),
      ...(files && { files: sql`${install.files} || ${JSON.stringify(files)}::jsonb` }),
      editDate: sql`now()`,
    })
    .where(eq(install.sid, installSid))
    .returning()
  if (settings.defaultTimezone === undefined) return { installs }
  const { reconciled, ...locks } = reconcileDatedCourses(db, installSid)
  return { ...locks, installs, reconciled }
}

/** Builds the statement that selects a time zone by name; undefined selects none. All tenants share the time zones. */
export const findTimeZoneByName = (db: Database, name: string | undefined) =>
  db
    .select()
    .from(timeZone)
    .where(eq(timeZone.name, name ?? ''))
