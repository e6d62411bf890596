import { and, eq, inArray, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { newSid } from '../../../../db/sid.ts'
import { contains, equals } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { ofForeignIds } from '../../foreign-ids.ts'
import { lockCourse, reconcileSessions } from '../../reconcile/sessions.ts'
import type { EntryInput } from '../configurations/entries.ts'
import {
  type ConfigurationValues,
  findPrimaryConfiguration,
  insertConfiguration,
} from '../configurations/queries.ts'
import { type CoursePath, type ExamPath, findExam, ofCourse, selectExams } from '../lookup.ts'
import type { ExamCreate, ExamQuery, ExamUpdate } from './schema.ts'

type Query = z.output<typeof ExamQuery>

const sortColumns = { createdDate: exam.createdDate, title: exam.title }

export const listExamRows = (db: Database, place: CoursePath, query: Query) =>
  paged(
    db,
    () =>
      selectExams(
        db,
        ofCourse(
          place,
          and(
            inArray(exam.status, query.status),
            contains(exam.title, query.title),
            equals(exam.type, query.type),
            equals(exam.limitedScope, query.limitedScope),
            ofForeignIds(exam, query),
          ),
        ),
      ),
    orderOf(query, sortColumns, ['createdDate'], exam.sid),
    query,
  )

/** Unsent, for `load` or last in a batch: the record. */
export const loadExam = (db: Database, place: ExamPath) => ({
  exam: findExam(db, place),
  configurations: findPrimaryConfiguration(db, place),
})

type Configuration = {
  values: Omit<ConfigurationValues, 'examSid' | 'installSid'>
  entries: EntryInput[]
}

/** Unsent, for one batch: the exam with its primary configuration, and a session for each of its learners. */
export function insertExam(
  db: Database,
  place: CoursePath,
  exams: Omit<z.output<typeof ExamCreate>, 'configuration'>,
  { values, entries }: Configuration,
) {
  const { installSid, courseSid } = place
  const sid = newSid('EX')
  const created = { ...place, examSid: sid }
  return {
    held: lockCourse(db, installSid, courseSid),
    row: db.insert(exam).values({ ...exams, sid, installSid, courseSid }),
    ...insertConfiguration(db, created, values.sid, values, entries),
    settled: reconcileSessions(db, created, 'other-reason'),
    ...loadExam(db, created),
  }
}

/** Unsent, for one batch: the changes, and what they mean for the sessions. */
export const updateExamRow = (
  db: Database,
  { examSid, ...place }: ExamPath,
  values: z.output<typeof ExamUpdate>,
) => ({
  held: lockCourse(db, place.installSid, place.courseSid),
  row: db
    .update(exam)
    .set({ ...values, editDate: sql`now()` })
    .where(ofCourse(place, eq(exam.sid, examSid)))
    .returning({ sid: exam.sid }),
  settled: reconcileSessions(
    db,
    { courseSid: place.courseSid, examSid },
    values.limitedScope && values.status === undefined ? 'removed-by-limited-scope' : 'other-reason',
  ),
  ...loadExam(db, { examSid, ...place }),
})
