import { and, eq, isNull, type Param, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { prepared } from '../../../../db/prepared.ts'
import { course, enrollment } from '../../../../db/schema/catalog.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { contains, equals, nameKey } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { preparedList } from '../../../shared/http/prepared-list.ts'
import { matchesForeignIds } from '../../foreign-ids.ts'
import { lockCourse, reconcileSessions } from '../../reconcile/sessions.ts'
import type { CourseCreate, CourseQuery, CourseUpdate } from './schema.ts'

export type CoursePath = { installSid: SidOf<'AI'>; courseSid: SidOf<'CU'> }
type Query = z.output<typeof CourseQuery>

const sortColumns = {
  createdDate: course.createdDate,
  title: nameKey(course.title),
  code: nameKey(course.code),
}

const notDeleted = (installSid: SidOf<'AI'> | Param, more?: SQL) =>
  and(eq(course.installSid, installSid), isNull(course.deletedDate), more)

const filters = {
  ...{ title: course.title, code: course.code, courseOfferingSid: course.courseOfferingSid },
  ...{ lmsId: course.lmsId, sisId: course.sisId, apiId: course.apiId, externalId: course.externalId },
}

const listRows = preparedList(
  { path: { installSid: course.installSid }, filters },
  (db, { installSid }, query: Query) =>
    paged(
      db,
      () =>
        db
          .select()
          .from(course)
          .where(
            and(
              notDeleted(installSid),
              contains(course.title, query.title),
              contains(course.code, query.code),
              equals(course.courseOfferingSid, query.courseOfferingSid),
              matchesForeignIds(course, query),
            ),
          )
          .$dynamic(),
      orderOf(query, sortColumns, ['createdDate'], course.sid),
      query,
    ),
)

export const listCourseRows = (db: Database, installSid: SidOf<'AI'>, query: Query) =>
  listRows(db, { installSid }, query)

/** Builds the statement that selects a course of the install, unless the course is deleted. */
export const findCourse = prepared(
  { installSid: course.installSid, courseSid: course.sid },
  (db, { installSid, courseSid }) =>
    db
      .select()
      .from(course)
      .where(notDeleted(installSid, eq(course.sid, courseSid))),
)

export const insertCourse = (db: Database, installSid: SidOf<'AI'>, values: z.output<typeof CourseCreate>) =>
  db
    .insert(course)
    .values({ ...values, sid: newSid('CU'), installSid })
    .returning()

export const updateCourseRow = (
  db: Database,
  { installSid, courseSid }: CoursePath,
  values: z.output<typeof CourseUpdate>,
) =>
  db
    .update(course)
    .set({ ...values, editDate: sql`now()` })
    .where(notDeleted(installSid, eq(course.sid, courseSid)))
    .returning()

/**
 * Builds the statements of one batch that delete a course and its exams, withdraw its enrollments and close its
 * sessions.
 */
export const deleteCourseRow = (db: Database, { installSid, courseSid }: CoursePath) => ({
  locked: lockCourse(db, installSid, courseSid),
  course: db
    .update(course)
    .set({ deletedDate: sql`now()`, editDate: sql`now()` })
    .where(eq(course.sid, courseSid)),
  exams: db
    .update(exam)
    .set({ status: 'deleted', editDate: sql`now()` })
    .where(eq(exam.courseSid, courseSid)),
  enrollments: db
    .update(enrollment)
    .set({ status: 'withdrawn', editDate: sql`now()` })
    .where(eq(enrollment.courseSid, courseSid)),
  reconciled: reconcileSessions(db, { courseSid }, 'withdrawn'),
})
