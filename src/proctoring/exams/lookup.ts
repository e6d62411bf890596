// Selects exams by path, for all operations on an exam and its child resources.

import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../db/schema/exam.ts'
import type { SidOf } from '../../../db/sid.ts'

export type CoursePath = { installSid: SidOf<'AI'>; courseSid: SidOf<'CU'> }
export type ExamPath = CoursePath & { examSid: SidOf<'EX'> }

const columns = {
  ...getTableColumns(exam),
  examConfigurationSid: examConfiguration.sid,
  isLocked: examConfiguration.locked,
}

/** Builds the statement that selects exams of courses that are not deleted, with their primary configuration. */
export const selectExams = (db: Database, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(exam)
    .innerJoin(course, eq(course.sid, exam.courseSid))
    .leftJoin(
      examConfiguration,
      and(eq(examConfiguration.examSid, exam.sid), eq(examConfiguration.type, 'primary')),
    )
    .where(and(isNull(course.deletedDate), condition))
    .$dynamic()

/** Returns the condition that an exam belongs to the course of the path. */
export const inCourse = ({ installSid, courseSid }: CoursePath, condition?: SQL) =>
  and(eq(exam.installSid, installSid), eq(exam.courseSid, courseSid), condition)

/** Builds the statement that reads one exam of a course that is not deleted. The exam itself may be deleted. */
export const findExam = (db: Database, { examSid, ...path }: ExamPath) =>
  selectExams(db, inCourse(path, eq(exam.sid, examSid)))

/** Builds the statement that reads one exam by its sid, for paths without a course. */
export const findExamOfInstall = (db: Database, { installSid, examSid }: Omit<ExamPath, 'courseSid'>) =>
  selectExams(db, and(eq(exam.installSid, installSid), eq(exam.sid, examSid)))
