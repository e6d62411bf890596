import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { course, courseOffering, section } from '../../../db/schema/catalog.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { hasDatedRole, user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { lockInstall } from '../reconcile/install-lock.ts'
import type { referencesOf } from './import.ts'
import type { RosterImported } from './schema.ts'

type References = ReturnType<typeof referencesOf>

/** Which stored roles rolesByUser needs. */
type RoleQuery = {
  /** The sourcedIds of users. */
  users: string[]
  /** Whether it needs those of all users with a role that starts or ends by `today`. */
  withChanging: boolean
  today: string
}

/** Builds the statement that selects the stored roles of users. */
export const findRosterRoles = (
  db: Database,
  installSid: SidOf<'AI'>,
  { users, withChanging, today }: RoleQuery,
) => {
  const isChanging = sql`${hasDatedRole(user)} and exists (select from jsonb_each(${user.rosterRoles}) r
    where r.value->>'beginDate' <= ${today} or r.value->>'endDate' <= ${today})`
  return db
    .select({ sisId: user.sisId, rosterRoles: user.rosterRoles })
    .from(user)
    .where(
      and(
        eq(user.installSid, installSid),
        isNull(user.erasedDate),
        or(sql`${user.sisId} = any(${sql.param(users)}::text[])`, withChanging ? isChanging : undefined),
      ),
    )
}
type Table = typeof courseOffering | typeof section | typeof user | typeof course

/** Builds the statements that select the referenced records that the install already has, by their `sisId`. */
export const findImported = (db: Database, installSid: SidOf<'AI'>, references: References) => {
  const isReferenced = (table: Table, ids: string[]) =>
    and(eq(table.installSid, installSid), sql`${table.sisId} = any(${sql.param(ids)}::text[])`)
  const find = (table: Table, ids: string[], condition?: SQL) =>
    db
      .select({ sisId: table.sisId })
      .from(table)
      .where(and(isReferenced(table, ids), condition))
  return {
    academicSessions: find(courseOffering, references.academicSessions),
    courses: find(course, references.courses, isNull(course.deletedDate)),
    classes: db
      .select({ sisId: section.sisId, courseSisId: course.sisId })
      .from(section)
      .innerJoin(course, eq(course.sid, section.courseSid))
      .where(and(isReferenced(section, references.classes), isNull(course.deletedDate))),
    users: find(user, references.users, isNull(user.erasedDate)),
    formerUsers: db
      .select({ sisId: sql<string>`f.id` })
      .from(sql`former_roster_ids(${sql.param(installSid, install.sid)}) f`),
  }
}

type ImportResult = {
  counts: RosterImported['counts']
  /** The first of each kind. */
  faults: RosterFault[]
  /** The number of all faults of erased people, and that of all others. */
  suppressed: number
  refused: number
}

/** A row that the database does not apply: of users.csv, or an enrollment of a new user whose row it does not apply. */
export type RosterFault = {
  file: 'users.csv' | 'enrollments.csv'
  line: number
  /** The sourcedId of the user. */
  id: string
  column: string | null
  code: string
}

/** Builds the statements of one batch that import the rows. */
export const importRoster = (
  db: Database,
  installSid: SidOf<'AI'>,
  { rows, complete, dryRun }: { rows: unknown; complete: string[]; dryRun: boolean },
) => ({
  locked: lockInstall(db, installSid),
  applied: db
    .select({
      row: sql<ImportResult>`import_roster(${sql.param(installSid, install.sid)}, ${JSON.stringify(rows)}::jsonb,
        ${JSON.stringify(complete)}::jsonb, ${dryRun})`,
    })
    .from(noTable),
})
