// Restores a deleted course, with the exams and the enrollments that were deleted with it.

import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { course, enrollment } from '../../../../db/schema/catalog.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { user } from '../../../../db/schema/user.ts'
import { lockInstall } from '../../reconcile/install-lock.ts'
import { reconcileSessions } from '../../reconcile/sessions.ts'
import { guardRestorable } from '../../restore.ts'
import { type CoursePath, findCourse } from './queries.ts'

/** An exam that an earlier release deleted has no date of its own: its last change. */
export const examDeletedDate = sql`coalesce(${exam.deletedDate}, ${exam.editDate})`

/** An exam returns as it was. The status of one that an earlier release deleted is unknown, so it returns as a draft. */
export const statusOfRestored = sql`coalesce(${exam.statusBeforeDeletion}, 'draft')`

/**
 * Builds the statements of one batch that restore a course. A course that is not deleted does not change. Provisioning
 * waits, so that it does not create a record with an id that is restored.
 * @throws Problem `not_found`, `restore_expired`, `id_taken`
 */
export function restoreCourseRow(db: Database, { installSid, courseSid }: CoursePath) {
  const own = and(eq(course.installSid, installSid), eq(course.sid, courseSid))
  const deletedDate = sql`(select ${course.deletedDate} from ${course} where ${own})`
  const deletedExams = and(
    eq(exam.courseSid, courseSid),
    eq(exam.status, 'deleted'),
    sql`${examDeletedDate} = ${deletedDate}`,
  )
  return {
    provisioning: lockInstall(db, installSid),
    locked: guard(db, sql`(select true from ${course} where ${own} for no key update)`, 'not_found'),
    inTime: guardRestorable(db, deletedDate),
    exams: db
      .update(exam)
      .set({ status: statusOfRestored as SQL<'draft'>, editDate: sql`now()` })
      .where(deletedExams),
    enrollments: db
      .update(enrollment)
      .set({ status: 'active', editDate: sql`now()` })
      .where(
        and(
          eq(enrollment.courseSid, courseSid),
          eq(enrollment.status, 'withdrawn'),
          sql`${enrollment.withdrawnDate} = ${deletedDate}`,
          sql`not exists (select from ${user} where ${user.sid} = ${enrollment.userSid} and ${user.erasedDate} is not null)`,
        ),
      ),
    course: db
      .update(course)
      .set({ deletedDate: null, editDate: sql`now()` })
      .where(and(own, isNotNull(course.deletedDate))),
    reconciled: reconcileSessions(db, { courseSid }, 'other-reason'),
    courses: findCourse(db, { installSid, courseSid }),
  }
}
