// Selects exams by path, for all operations on an exam and its child resources.

import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import type { Placeholders } from '../../../db/parameters.ts'
import { prepared } from '../../../db/prepared.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../db/schema/exam.ts'
import type { SidOf } from '../../../db/sid.ts'

export type CoursePath = { installSid: SidOf<'AI'>; courseSid: SidOf<'CU'> }
export type ExamPath = CoursePath & { examSid: SidOf<'EX'> }

/** The columns that the values of a course's path select. */
export const coursePathColumns = { installSid: exam.installSid, courseSid: exam.courseSid }

/** The columns that the values of an exam's path select. */
export const examPathColumns = { ...coursePathColumns, examSid: exam.sid }

const columns = {
  ...getTableColumns(exam),
  examConfigurationSid: examConfiguration.sid,
  isLocked: examConfiguration.locked,
}

/** Builds the statement that selects exams and their primary configuration, without the exams of deleted courses. */
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
export const inCourse = (
  { installSid, courseSid }: CoursePath | Placeholders<typeof coursePathColumns>,
  condition?: SQL,
) => and(eq(exam.installSid, installSid), eq(exam.courseSid, courseSid), condition)

/** Builds the statement that selects one exam, unless its course is deleted. The exam itself may be deleted. */
export const findExam = prepared(examPathColumns, (db, { examSid, ...path }) =>
  selectExams(db, inCourse(path, eq(exam.sid, examSid))),
)

/** Builds the statement that selects one exam by its sid, for paths without a course. */
export const findExamOfInstall = prepared(
  { installSid: exam.installSid, examSid: exam.sid },
  (db, { installSid, examSid }) =>
    selectExams(db, and(eq(exam.installSid, installSid), eq(exam.sid, examSid))),
)
