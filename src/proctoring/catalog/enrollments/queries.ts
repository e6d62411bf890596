import { and, eq, getTableColumns, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import type { Placeholders } from '../../../../db/parameters.ts'
import { enrollment, enrollmentSection, section } from '../../../../db/schema/catalog.ts'
import { user } from '../../../../db/schema/user.ts'
import { newSid, type SidOf, sidFromUuid } from '../../../../db/sid.ts'
import { equals } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { preparedList } from '../../../shared/http/prepared-list.ts'
import { matchesForeignIds } from '../../foreign-ids.ts'
import { lockCourse, reconcileSessions } from '../../reconcile/sessions.ts'
import type { EnrollmentCreate, EnrollmentQuery, EnrollmentUpdate } from './schema.ts'

type CoursePath = { installSid: SidOf<'AI'>; courseSid: SidOf<'CU'> }
type EnrollmentPath = CoursePath & { enrollmentSid: SidOf<'EN'> }
type Query = z.output<typeof EnrollmentQuery>

const members = enrollmentSection

const sectionSids = sql<SidOf<'SE'>[]>`array(
  select ${members.sectionSid} from ${members} where ${members.enrollmentSid} = ${enrollment.sid} order by 1)`.mapWith(
  (uuids: string[]) => uuids.map(uuid => sidFromUuid('SE', uuid)),
)

/**
 * Whether the user is erased. If so, the routes reject an update of the enrollment, and a configuration with this
 * enrollment.
 */
const isErased = sql<boolean>`exists (
  select from ${user} u where u.sid = ${enrollment}.user_sid and u.erased_date is not null)`

const columns = { ...getTableColumns(enrollment), sectionSids }

const pathColumns = { installSid: enrollment.installSid, courseSid: enrollment.courseSid }

const inCourse = ({ installSid, courseSid }: CoursePath | Placeholders<typeof pathColumns>, more?: SQL) =>
  and(eq(enrollment.installSid, installSid), eq(enrollment.courseSid, courseSid), more)

const inSection = (sid: SidOf<'SE'> | undefined) =>
  sid &&
  sql`exists (select from ${members} where ${members.enrollmentSid} = ${enrollment.sid}
    and ${eq(members.sectionSid, sid)})`

const filters = {
  ...{ userSid: enrollment.userSid, role: enrollment.role, sectionSid: members.sectionSid },
  ...{ lmsId: enrollment.lmsId, sisId: enrollment.sisId },
  ...{ apiId: enrollment.apiId, externalId: enrollment.externalId },
}

export const listEnrollmentRows = preparedList({ path: pathColumns, filters }, (db, course, query: Query) =>
  paged(
    db,
    () =>
      db
        .select(columns)
        .from(enrollment)
        .where(
          and(
            inCourse(course, inArray(enrollment.status, query.status)),
            equals(enrollment.userSid, query.userSid),
            equals(enrollment.role, query.role),
            inSection(query.sectionSid),
            matchesForeignIds(enrollment, query),
          ),
        )
        .$dynamic(),
    orderOf(query, { createdDate: enrollment.createdDate }, ['createdDate'], enrollment.sid),
    query,
  ),
)

/** Builds the statement that selects the enrollments with these sids that belong to the course. */
export const findEnrollments = (db: Database, course: CoursePath, sids: SidOf<'EN'>[]) =>
  db
    .select({ ...columns, isErased })
    .from(enrollment)
    .where(inCourse(course, inArray(enrollment.sid, sids)))

/** Builds the statement that selects the user, unless the user is erased. Erased users cannot be enrolled. */
export const findEnrollable = (db: Database, installSid: SidOf<'AI'>, userSid: SidOf<'US'>) =>
  db
    .select({ sid: user.sid })
    .from(user)
    .where(and(eq(user.installSid, installSid), eq(user.sid, userSid), isNull(user.erasedDate)))

/**
 * Builds the statements of one batch that enroll a user. A withdrawn enrollment becomes active again and keeps its sid.
 * @throws Problem `already_enrolled`, `user_erased`
 */
export function enroll(
  db: Database,
  course: CoursePath,
  { sectionSids: sections = [], ...values }: z.output<typeof EnrollmentCreate>,
) {
  const ofUser = inCourse(course, eq(enrollment.userSid, values.userSid))
  const enrollmentSid = sql`(select ${enrollment.sid} from ${enrollment} where ${ofUser})`
  const active = { ...values, role: values.role ?? 'learner', status: 'active' } as const
  return {
    locked: lockCourse(db, course.installSid, course.courseSid),
    notErased: guard(
      db,
      sql`(select ${user.erasedDate} is null from ${user}
        where ${user.sid} = ${sql.param(values.userSid, user.sid)} for share)`,
      'user_erased',
    ),
    notEnrolled: guard(
      db,
      sql`not exists (select from ${enrollment} where ${ofUser} and ${enrollment.status} = 'active')`,
      'already_enrolled',
    ),
    row: db
      .insert(enrollment)
      .values({ ...active, ...course, sid: newSid('EN') })
      .onConflictDoUpdate({
        target: [enrollment.courseSid, enrollment.userSid],
        set: { ...active, editDate: sql`now()` },
      }),
    ...setSections(db, ofUser, sections),
    reconciled: reconcileSessions(db, { courseSid: course.courseSid, enrollmentSid }, 'withdrawn'),
    enrollment: db.select(columns).from(enrollment).where(ofUser),
  }
}

/**
 * Builds the statements of one batch that update an existing enrollment and reconcile its sessions.
 * @throws Problem `user_erased`
 */
export function updateEnrollmentRow(
  db: Database,
  { enrollmentSid, ...course }: EnrollmentPath,
  { sectionSids: sections, ...values }: z.output<typeof EnrollmentUpdate>,
) {
  const bySid = inCourse(course, eq(enrollment.sid, enrollmentSid))
  const reason = values.role === 'instructor' ? 'withdrawn' : 'removed-by-limited-scope'
  return {
    locked: lockCourse(db, course.installSid, course.courseSid),
    // After the lock, which an erasure also takes.
    notErased: guard(
      db,
      sql`not exists (select from ${enrollment} where ${bySid} and ${isErased})`,
      'user_erased',
    ),
    row: db
      .update(enrollment)
      .set({ ...values, editDate: sql`now()` })
      .where(bySid),
    ...(sections ? setSections(db, bySid, sections) : {}),
    reconciled: reconcileSessions(db, { courseSid: course.courseSid, enrollmentSid }, reason),
    enrollment: db.select(columns).from(enrollment).where(bySid),
  }
}

/** Builds the statements of one batch that withdraw the enrollment and close its sessions. They keep the history. */
export const withdraw = (db: Database, { enrollmentSid, ...course }: EnrollmentPath) => ({
  locked: lockCourse(db, course.installSid, course.courseSid),
  row: db
    .update(enrollment)
    .set({ status: 'withdrawn', editDate: sql`now()` })
    .where(inCourse(course, eq(enrollment.sid, enrollmentSid)))
    .returning({ sid: enrollment.sid }),
  reconciled: reconcileSessions(db, { courseSid: course.courseSid, enrollmentSid }, 'withdrawn'),
})

/**
 * Builds the statements that replace the sections of the enrollment that matches the condition. Those that it keeps do not
 * change, so they have no events.
 */
const setSections = (db: Database, condition: SQL | undefined, sids: SidOf<'SE'>[]) => ({
  deleted: db
    .delete(members)
    .where(
      and(
        inArray(members.enrollmentSid, db.select({ sid: enrollment.sid }).from(enrollment).where(condition)),
        notInArray(members.sectionSid, sids),
      ),
    ),
  inserted: db
    .insert(members)
    .select(
      db
        // A roster sets the role and the end. Drizzle demands each column of the table.
        .select({
          ...{ enrollmentSid: enrollment.sid, sectionSid: section.sid },
          ...{ role: sql<null>`null::text`.as('role'), endDate: sql<null>`null::date`.as('end_date') },
        })
        .from(enrollment)
        .innerJoin(section, and(eq(section.courseSid, enrollment.courseSid), inArray(section.sid, sids)))
        .where(condition),
    )
    .onConflictDoNothing(),
})
