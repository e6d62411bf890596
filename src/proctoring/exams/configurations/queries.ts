import { and, eq, getTableColumns, getViewSelectedFields, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import type { Placeholders } from '../../../../db/parameters.ts'
import { prepared } from '../../../../db/prepared.ts'
import { course, enrollment } from '../../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../../db/schema/exam.ts'
import { file } from '../../../../db/schema/file.ts'
import { sessionPair } from '../../../../db/schema/session.ts'
import { effectiveConfiguration } from '../../../../db/schema/views.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { rowReader } from '../../../../db/sql-statement.ts'
import type { RowOf } from '../../../../db/statement.ts'
import { equals } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { preparedList } from '../../../shared/http/prepared-list.ts'
import { instructorOf } from '../../catalog/courses/instructor.ts'
import { filesOf } from '../../files/summary/columns.ts'
import { applyChange, type ConfigurationChange } from '../../locks.ts'
import { type ExamPath, examPathColumns } from '../lookup.ts'
import { type EntryInput, entriesOf, replaceEntries } from './entries.ts'
import type { ConfigurationQuery } from './schema.ts'

type ConfigurationPath = ExamPath & { examConfigurationSid: SidOf<'EC'> }
type Query = z.output<typeof ConfigurationQuery>

export type ConfigurationValues = typeof examConfiguration.$inferInsert
export type ConfigurationRow = RowOf<typeof findConfiguration>
export type EffectiveRow = RowOf<typeof findEffectiveConfiguration>

const primary = alias(examConfiguration, 'primary_configuration')

/** The select column with the number of attempts that the learner of an accommodation has started in the exam. */
const attemptsUsed = sql<number>`coalesce((
  select ${sessionPair.attemptsUsed} from ${sessionPair}
  where ${sessionPair.enrollmentSid} = ${enrollment.sid} and ${sessionPair.examSid} = ${exam.sid}), 0)`

/** Columns of `synchronizationOf`. */
const synchronized = ({ syncSource, syncDate, syncResult, editDate }: typeof exam | typeof course) => ({
  ...{ syncSource, syncDate, syncResult, editDate },
})

const columns = {
  configuration: getTableColumns(examConfiguration),
  version: sql<string>`${examConfiguration}.xmin::text`,
  entries: entriesOf(examConfiguration.sid),
  // Only what the record shows: each column of a result costs as much as its value.
  exam: {
    ...{ sid: exam.sid, title: exam.title, type: exam.type, status: exam.status, apiId: exam.apiId },
    ...synchronized(exam),
  },
  course: { sid: course.sid, title: course.title, code: course.code, ...synchronized(course) },
  enrollment: {
    ...{ sid: enrollment.sid, userSid: enrollment.userSid },
    ...{ role: enrollment.role, status: enrollment.status },
  },
  instructor: instructorOf(course.sid),
  primaryAttempts: primary.attempts,
  primaryLocked: primary.locked,
  attemptsUsed,
  examFiles: filesOf('examFile', sql`${file.examConfigurationSid} = ${examConfiguration.sid}`),
}

/** Builds the statement that selects configurations with everything that their record contains. */
const select = (db: Database, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(examConfiguration)
    .innerJoin(exam, eq(exam.sid, examConfiguration.examSid))
    .innerJoin(course, eq(course.sid, exam.courseSid))
    .leftJoin(enrollment, eq(enrollment.sid, examConfiguration.enrollmentSid))
    .leftJoin(primary, and(eq(primary.examSid, exam.sid), eq(primary.type, 'primary')))
    .where(condition)
    .$dynamic()

const inExam = (
  { installSid, courseSid, examSid }: ExamPath | Placeholders<typeof examPathColumns>,
  condition?: SQL,
) =>
  and(
    eq(exam.installSid, installSid),
    eq(exam.courseSid, courseSid),
    eq(exam.sid, examSid),
    isNull(course.deletedDate),
    condition,
  )

export const listConfigurationRows = preparedList(
  {
    path: examPathColumns,
    filters: { type: examConfiguration.type, enrollmentSid: examConfiguration.enrollmentSid },
  },
  (db, path, query: Query) =>
    paged(
      db,
      () =>
        select(
          db,
          inExam(
            path,
            and(
              equals(examConfiguration.type, query.type),
              equals(examConfiguration.enrollmentSid, query.enrollmentSid),
            ),
          ),
        ),
      orderOf(query, { createdDate: examConfiguration.createdDate }, ['createdDate'], examConfiguration.sid),
      query,
    ),
)

export const findConfiguration = prepared(
  { ...examPathColumns, examConfigurationSid: examConfiguration.sid },
  (db, { examConfigurationSid, ...path }) =>
    select(db, inExam(path, eq(examConfiguration.sid, examConfigurationSid))),
)

/**
 * Builds the statement that selects the configuration that the body refers to. It selects no row without a reference.
 */
export const findReferenced = (db: Database, path: ExamPath, sid: SidOf<'EC'> | null | undefined) =>
  select(db, sid ? inExam(path, eq(examConfiguration.sid, sid)) : sql`false`)

/** Builds the statement that selects the primary configuration of the exam. */
export const findPrimaryConfiguration = prepared(examPathColumns, (db, path) =>
  select(db, inExam(path, eq(examConfiguration.type, 'primary'))),
)

const readEffective = rowReader(getViewSelectedFields(effectiveConfiguration))

/** Builds the statement that selects the effective configuration of one learner (`effective_configuration_record`). */
export const findEffectiveConfiguration = prepared(
  { installSid: exam.installSid, enrollmentSid: enrollment.sid, examSid: exam.sid },
  (db, { installSid, enrollmentSid, examSid }) =>
    db
      .select({
        configuration: sql`r.configuration`.mapWith(readEffective),
        entries: entriesOf(sql`r.instructors_of_sid`),
        attemptsUsed: sql<number>`r.attempts_used`,
      })
      .from(sql`effective_configuration_record(${installSid}, ${enrollmentSid}, ${examSid}) r`),
)

type Values = Omit<ConfigurationValues, 'sid' | 'examSid' | 'installSid'>

/** Builds the statements of one batch that insert a configuration and its instructors. */
export const insertConfiguration = (
  db: Database,
  { installSid, examSid }: ExamPath,
  sid: SidOf<'EC'>,
  values: Values,
  entries: EntryInput[],
) => ({
  configuration: db.insert(examConfiguration).values({ ...values, sid, examSid, installSid }),
  ...replaceEntries(db, sid, entries),
})

/**
 * Builds the statements of one batch that update a configuration and replace its instructors.
 * @throws Problem `edited_meanwhile` if the configuration has changed since `version`, or was locked
 */
export const replaceConfiguration = (
  db: Database,
  path: ConfigurationPath,
  version: string,
  values: Partial<Values>,
  entries: EntryInput[],
  change: ConfigurationChange,
) => ({
  unchanged: unchangedSince(db, path, version),
  change: applyChange(db, path.installSid, { configurationSids: [path.examConfigurationSid] }, change),
  configuration: updateValues(db, path, values),
  ...replaceEntries(db, path.examConfigurationSid, entries),
})

/** Builds the statements of one batch that set flags of a configuration and select its record. */
export const setFlags = (
  db: Database,
  path: ConfigurationPath,
  flags: Partial<Pick<Values, 'approved' | 'approvedBy' | 'locked'>>,
) => ({ configuration: updateValues(db, path, flags), record: findConfiguration(db, path) })

export const deleteConfigurationRow = (db: Database, { examConfigurationSid }: ConfigurationPath) =>
  db
    .delete(examConfiguration)
    .where(and(eq(examConfiguration.sid, examConfigurationSid), eq(examConfiguration.type, 'accommodation')))

const updateValues = (
  db: Database,
  { examConfigurationSid, ...path }: ConfigurationPath,
  values: Partial<Values>,
) =>
  db
    .update(examConfiguration)
    .set({ ...values, editDate: sql`now()` })
    .where(
      and(
        eq(examConfiguration.sid, examConfigurationSid),
        inArray(
          examConfiguration.examSid,
          db
            .select({ sid: exam.sid })
            .from(exam)
            .innerJoin(course, eq(course.sid, exam.courseSid))
            .where(inExam(path)),
        ),
      ),
    )

/**
 * Builds the guard that checks that the configuration has not changed since `version`.
 * @throws Problem `edited_meanwhile`
 */
export const unchangedSince = (db: Database, { examConfigurationSid }: ConfigurationPath, version: string) =>
  guard(
    db,
    sql`(select ${examConfiguration}.xmin::text = ${version} from ${examConfiguration}
      where ${examConfiguration.sid} = ${sql.param(examConfigurationSid, examConfiguration.sid)} for update)`,
    'edited_meanwhile',
  )
