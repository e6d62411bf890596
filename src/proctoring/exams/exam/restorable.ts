import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { examDeletedDate } from '../../catalog/courses/restore.ts'
import { guardRestorable } from '../../restore.ts'
import { type ExamPath, inCourse } from '../lookup.ts'

/**
 * Builds the guard that an exam is not deleted, or may still be restored.
 * @throws Problem `restore_expired`
 */
export const guardExamRestorable = (db: Database, { examSid, ...path }: ExamPath) => {
  const deleted = and(eq(exam.sid, examSid), eq(exam.status, 'deleted'))
  return guardRestorable(db, sql`select ${examDeletedDate} from ${exam} where ${inCourse(path, deleted)}`)
}
