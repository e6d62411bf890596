import { and, eq, inArray, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { newSid } from '../../../../db/sid.ts'
import { contains, equals, nameKey } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { preparedList } from '../../../shared/http/prepared-list.ts'
import { matchesForeignIds } from '../../foreign-ids.ts'
import { applyChange, type ConfigurationChange } from '../../locks.ts'
import { lockCourse, reconcileSessions } from '../../reconcile/sessions.ts'
import type { EntryInput } from '../configurations/entries.ts'
import {
  type ConfigurationValues,
  findPrimaryConfiguration,
  insertConfiguration,
} from '../configurations/queries.ts'
import {
  type CoursePath,
  coursePathColumns,
  type ExamPath,
  findExam,
  inCourse,
  selectExams,
} from '../lookup.ts'
import { guardExamPresent, guardExamRestorable } from './restorable.ts'
import type { ExamCreate, ExamQuery, ExamUpdate } from './schema.ts'

type Query = z.output<typeof ExamQuery>

const sortColumns = { createdDate: exam.createdDate, title: nameKey(exam.title) }

const filters = {
  ...{ title: exam.title, type: exam.type, limitedScope: exam.limitedScope },
  ...{ lmsId: exam.lmsId, sisId: exam.sisId, apiId: exam.apiId, externalId: exam.externalId },
}

export const listExamRows = preparedList({ path: coursePathColumns, filters }, (db, path, query: Query) =>
  paged(
    db,
    () =>
      selectExams(
        db,
        inCourse(
          path,
          and(
            inArray(exam.status, query.status),
            contains(exam.title, query.title),
            equals(exam.type, query.type),
            equals(exam.limitedScope, query.limitedScope),
            matchesForeignIds(exam, query),
          ),
        ),
      ),
    orderOf(query, sortColumns, ['createdDate'], exam.sid),
    query,
  ),
)

/** Builds the statements that select the record of an exam, in `load` or at the end of a batch. */
export const loadExam = (db: Database, path: ExamPath) => ({
  exam: findExam(db, path),
  configurations: findPrimaryConfiguration(db, path),
})

type Configuration = {
  values: Omit<ConfigurationValues, 'examSid' | 'installSid'>
  entries: EntryInput[]
}

/**
 * Builds the statements of one batch that insert an exam with its primary configuration and a session for each
 * learner.
 */
export function insertExam(
  db: Database,
  path: CoursePath,
  input: Omit<z.output<typeof ExamCreate>, 'configuration'>,
  { values, entries }: Configuration,
) {
  const { installSid, courseSid } = path
  const sid = newSid('EX')
  const created = { ...path, examSid: sid }
  return {
    locked: lockCourse(db, installSid, courseSid),
    row: db.insert(exam).values({ ...input, sid, installSid, courseSid }),
    ...insertConfiguration(db, created, values.sid, values, entries),
    reconciled: reconcileSessions(db, created, 'other-reason'),
    ...loadExam(db, created),
  }
}

type UpdateOptions = {
  /** Whether an exam with appointments can become a draft. */
  force?: boolean
  /** How the caller assigns the exam; undefined if it does not. */
  change?: ConfigurationChange | undefined
  /** Whether a new status may restore a deleted exam. */
  restores?: boolean
}

/**
 * Builds the statements of one batch that update an exam and reconcile its sessions.
 * @throws Problem `exam_has_appointments`, `edited_meanwhile`, `restore_expired`
 */
export const updateExamRow = (
  db: Database,
  { examSid, ...path }: ExamPath,
  values: Omit<z.output<typeof ExamUpdate>, 'force'>,
  { force = false, change, restores = false }: UpdateOptions = {},
) => ({
  locked: lockCourse(db, path.installSid, path.courseSid),
  ...(change && { change: applyChange(db, path.installSid, { examSids: [examSid] }, change) }),
  ...(values.status === 'draft' &&
    !force && {
      noAppointments: guard(
        db,
        sql`not exists (select from ${exam} where ${inCourse(path, eq(exam.sid, examSid))} and has_appointments(${exam.sid}))`,
        'exam_has_appointments',
      ),
    }),
  ...((values.status ?? 'deleted') !== 'deleted' && {
    deletion: (restores ? guardExamRestorable : guardExamPresent)(db, { examSid, ...path }),
  }),
  row: db
    .update(exam)
    .set({ ...values, editDate: sql`now()` })
    .where(inCourse(path, eq(exam.sid, examSid)))
    .returning({ sid: exam.sid }),
  reconciled: reconcileSessions(
    db,
    { courseSid: path.courseSid, examSid },
    values.limitedScope && values.status === undefined ? 'removed-by-limited-scope' : 'other-reason',
  ),
  ...loadExam(db, { examSid, ...path }),
})
