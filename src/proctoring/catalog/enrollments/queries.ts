import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { enrollment, enrollmentSection, section } from '../../../../db/schema/catalog.ts'
import { user } from '../../../../db/schema/user.ts'
import { newSid, type SidOf, sidFromUuid } from '../../../../db/sid.ts'
import { equals } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { ofForeignIds } from '../../foreign-ids.ts'
import { lockCourse, reconcileSessions } from '../../reconcile/sessions.ts'
import type { EnrollmentCreate, EnrollmentQuery, EnrollmentUpdate } from './schema.ts'

type Course = { installSid: SidOf<'AI'>; courseSid: SidOf<'CU'> }
type Place = Course & { enrollmentSid: SidOf<'EN'> }
type Query = z.output<typeof EnrollmentQuery>

const members = enrollmentSection

const sectionSids = sql<SidOf<'SE'>[]>`array(
  select ${members.sectionSid} from ${members} where ${members.enrollmentSid} = ${enrollment.sid} order by 1)`.mapWith(
  (uuids: string[]) => uuids.map(uuid => sidFromUuid('SE', uuid)),
)

/** Nothing about a person is written again who was erased. */
const isErased = sql<boolean>`exists (
  select from ${user} u where u.sid = ${enrollment}.user_sid and u.erased_date is not null)`

const columns = { ...getTableColumns(enrollment), sectionSids }

const ofCourse = ({ installSid, courseSid }: Course, more?: SQL) =>
  and(eq(enrollment.installSid, installSid), eq(enrollment.courseSid, courseSid), more)

const inSection = (sid: SidOf<'SE'> | undefined) =>
  sid &&
  sql`exists (select from ${members} where ${members.enrollmentSid} = ${enrollment.sid}
    and ${members.sectionSid} = ${sql.param(sid, members.sectionSid)})`

export const listEnrollmentRows = (db: Database, course: Course, query: Query) =>
  paged(
    db,
    () =>
      db
        .select(columns)
        .from(enrollment)
        .where(
          and(
            ofCourse(course, inArray(enrollment.status, query.status)),
            equals(enrollment.userSid, query.userSid),
            equals(enrollment.role, query.role),
            inSection(query.sectionSid),
            ofForeignIds(enrollment, query),
          ),
        )
        .$dynamic(),
    orderOf(query, { createdDate: enrollment.createdDate }, ['createdDate'], enrollment.sid),
    query,
  )

/** Those of the named ones that the course has. */
export const findEnrollments = (db: Database, course: Course, sids: SidOf<'EN'>[]) =>
  db
    .select({ ...columns, isErased })
    .from(enrollment)
    .where(ofCourse(course, inArray(enrollment.sid, sids)))

/** The user, unless erased: who is gone cannot be enrolled. */
export const findEnrollable = (db: Database, installSid: SidOf<'AI'>, userSid: SidOf<'US'>) =>
  db
    .select({ sid: user.sid })
    .from(user)
    .where(and(eq(user.installSid, installSid), eq(user.sid, userSid), isNull(user.erasedDate)))

/**
 * Unsent, for one batch: enrolls, or brings back who has withdrawn, under the sid of then.
 * @throws Problem `already_enrolled`
 */
export function enroll(
  db: Database,
  course: Course,
  { sectionSids: sections = [], ...values }: z.output<typeof EnrollmentCreate>,
) {
  const theirs = ofCourse(course, eq(enrollment.userSid, values.userSid))
  const enrollmentSid = sql`(select ${enrollment.sid} from ${enrollment} where ${theirs})`
  const present = { ...values, role: values.role ?? 'learner', status: 'active' } as const
  return {
    held: lockCourse(db, course.installSid, course.courseSid),
    person: guard(
      db,
      sql`(select ${user.erasedDate} is null from ${user}
        where ${user.sid} = ${sql.param(values.userSid, user.sid)} for share)`,
      'user_erased',
    ),
    absent: guard(
      db,
      sql`not exists (select from ${enrollment} where ${theirs} and ${enrollment.status} = 'active')`,
      'already_enrolled',
    ),
    row: db
      .insert(enrollment)
      .values({ ...present, ...course, sid: newSid('EN') })
      .onConflictDoUpdate({
        target: [enrollment.courseSid, enrollment.userSid],
        set: { ...present, editDate: sql`now()` },
      }),
    ...setSections(db, theirs, sections),
    settled: reconcileSessions(db, { courseSid: course.courseSid, enrollmentSid }, 'withdrawn'),
    enrollment: db.select(columns).from(enrollment).where(theirs),
  }
}

/** Unsent, for one batch; `load` has found the enrollment. */
export function updateEnrollmentRow(
  db: Database,
  { enrollmentSid, ...course }: Place,
  { sectionSids: sections, ...values }: z.output<typeof EnrollmentUpdate>,
) {
  const theOne = ofCourse(course, eq(enrollment.sid, enrollmentSid))
  const reason = values.role === 'instructor' ? 'withdrawn' : 'removed-by-limited-scope'
  return {
    held: lockCourse(db, course.installSid, course.courseSid),
    row: db
      .update(enrollment)
      .set({ ...values, editDate: sql`now()` })
      .where(theOne),
    ...(sections ? setSections(db, theOne, sections) : {}),
    settled: reconcileSessions(db, { courseSid: course.courseSid, enrollmentSid }, reason),
    enrollment: db.select(columns).from(enrollment).where(theOne),
  }
}

/** Unsent, for one batch: the enrollment stays, with its history, and its sessions close. */
export const withdraw = (db: Database, { enrollmentSid, ...course }: Place) => ({
  held: lockCourse(db, course.installSid, course.courseSid),
  row: db
    .update(enrollment)
    .set({ status: 'withdrawn', editDate: sql`now()` })
    .where(ofCourse(course, eq(enrollment.sid, enrollmentSid)))
    .returning({ sid: enrollment.sid }),
  settled: reconcileSessions(db, { courseSid: course.courseSid, enrollmentSid }, 'withdrawn'),
})

/** Unsent: the sections of the one enrollment that the condition finds, in place of those of before. */
const setSections = (db: Database, theOne: SQL | undefined, sids: SidOf<'SE'>[]) => ({
  left: db
    .delete(members)
    .where(inArray(members.enrollmentSid, db.select({ sid: enrollment.sid }).from(enrollment).where(theOne))),
  joined: db.insert(members).select(
    db
      .select({ enrollmentSid: enrollment.sid, sectionSid: section.sid })
      .from(enrollment)
      .innerJoin(section, and(eq(section.courseSid, enrollment.courseSid), inArray(section.sid, sids)))
      .where(theOne),
  ),
})
