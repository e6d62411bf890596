import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { examDeletedDate } from '../../catalog/courses/restore.ts'
import { guardRestorable } from '../../restore.ts'
import { type ExamPath, inCourse } from '../lookup.ts'

const deletedAt = ({ examSid, ...path }: ExamPath) =>
  inCourse(path, and(eq(exam.sid, examSid), eq(exam.status, 'deleted')))

/**
 * Builds the guard that an exam was not deleted since it was read, so that its new status restores nothing.
 * @throws Problem `edited_meanwhile`
 */
export const guardExamPresent = (db: Database, path: ExamPath) =>
  guard(db, sql`not exists (select from ${exam} where ${deletedAt(path)})`, 'edited_meanwhile')

/**
 * Builds the guard that an exam is not deleted, or may still be restored.
 * @throws Problem `restore_expired`
 */
export const guardExamRestorable = (db: Database, path: ExamPath) =>
  guardRestorable(db, sql`select ${examDeletedDate} from ${exam} where ${deletedAt(path)}`)
