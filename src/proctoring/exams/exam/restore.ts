// Restores a deleted exam.

import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { statusOfRestored } from '../../catalog/courses/restore.ts'
import { lockInstall } from '../../reconcile/install-lock.ts'
import { lockCourse, reconcileSessions } from '../../reconcile/sessions.ts'
import { type ExamPath, inCourse } from '../lookup.ts'
import { loadExam } from './queries.ts'
import { guardExamRestorable } from './restorable.ts'

/**
 * Builds the statements of one batch that restore an exam of a course that is not deleted. An exam that is not deleted
 * does not change. Provisioning waits, so that it does not create an exam with an id that is restored.
 * @throws Problem `not_found`, `restore_expired`, `id_taken`
 */
export function restoreExamRow(db: Database, path: ExamPath) {
  const { installSid, courseSid, examSid } = path
  const own = inCourse(path, eq(exam.sid, examSid))
  const deleted = and(own, eq(exam.status, 'deleted'))
  return {
    provisioning: lockInstall(db, installSid),
    locked: lockCourse(db, installSid, courseSid),
    exists: guard(db, sql`exists (select from ${exam} where ${own})`, 'not_found'),
    inTime: guardExamRestorable(db, path),
    row: db
      .update(exam)
      .set({ status: statusOfRestored as SQL<'draft'>, editDate: sql`now()` })
      .where(deleted),
    reconciled: reconcileSessions(db, { courseSid, examSid }, 'other-reason'),
    ...loadExam(db, path),
  }
}
