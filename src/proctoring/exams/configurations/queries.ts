import { and, eq, getTableColumns, getViewSelectedFields, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { course, enrollment } from '../../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../../db/schema/exam.ts'
import { sessionPair } from '../../../../db/schema/session.ts'
import { effectiveConfiguration } from '../../../../db/schema/views.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { equals } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { instructorOf } from '../../catalog/courses/instructor.ts'
import { type EntryInput, entriesOf, replaceEntries } from './entries.ts'
import type { ConfigurationQuery } from './schema.ts'

type Exam = { installSid: SidOf<'AI'>; courseSid: SidOf<'CU'>; examSid: SidOf<'EX'> }
type Place = Exam & { examConfigurationSid: SidOf<'EC'> }
type Query = z.output<typeof ConfigurationQuery>

export type ConfigurationValues = typeof examConfiguration.$inferInsert
export type ConfigurationRow = Awaited<ReturnType<typeof findConfiguration>>[number]
export type EffectiveRow = Awaited<ReturnType<typeof findEffectiveConfiguration>>[number]

const primary = alias(examConfiguration, 'primary_configuration')

/** How often the learner has begun to take the exam. */
const attemptsUsed = (enrollmentSid: SQL | typeof enrollment.sid, examSid: SQL | typeof exam.sid) =>
  sql<number>`coalesce((
    select ${sessionPair.attemptsUsed} from ${sessionPair}
    where ${sessionPair.enrollmentSid} = ${enrollmentSid} and ${sessionPair.examSid} = ${examSid}), 0)`

const columns = {
  configuration: getTableColumns(examConfiguration),
  version: sql<string>`${examConfiguration}.xmin::text`,
  entries: entriesOf(examConfiguration.sid),
  exam,
  course,
  enrollment,
  instructor: instructorOf(course.sid),
  primaryAttempts: primary.attempts,
  attemptsUsed: attemptsUsed(enrollment.sid, exam.sid),
}

/** Configurations with all that their record shows. */
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

const ofExam = ({ installSid, courseSid, examSid }: Exam, more?: SQL) =>
  and(
    eq(exam.installSid, installSid),
    eq(exam.courseSid, courseSid),
    eq(exam.sid, examSid),
    isNull(course.deletedDate),
    more,
  )

export const listConfigurationRows = (db: Database, place: Exam, query: Query) =>
  paged(
    db,
    () =>
      select(
        db,
        ofExam(
          place,
          and(
            equals(examConfiguration.type, query.type),
            equals(examConfiguration.enrollmentSid, query.enrollmentSid),
          ),
        ),
      ),
    orderOf(query, { createdDate: examConfiguration.createdDate }, ['createdDate'], examConfiguration.sid),
    query,
  )

export const findConfiguration = (db: Database, { examConfigurationSid, ...place }: Place) =>
  select(db, ofExam(place, eq(examConfiguration.sid, examConfigurationSid)))

/** The one that the body refers to, if any. */
export const findReferenced = (db: Database, place: Exam, sid: SidOf<'EC'> | null | undefined) =>
  select(db, sid ? ofExam(place, eq(examConfiguration.sid, sid)) : sql`false`)

/** Unsent: the configuration that came with the exam, with all that its record shows. */
export const findPrimaryConfiguration = (db: Database, place: Exam) =>
  select(db, ofExam(place, eq(examConfiguration.type, 'primary')))

/** What holds for one learner. */
export const findEffectiveConfiguration = (
  db: Database,
  {
    installSid,
    enrollmentSid,
    examSid,
  }: { installSid: SidOf<'AI'>; enrollmentSid: SidOf<'EN'>; examSid: SidOf<'EX'> },
) =>
  db
    .select({
      configuration: getViewSelectedFields(effectiveConfiguration),
      entries: entriesOf(effectiveConfiguration.instructorsOfSid),
      attemptsUsed: attemptsUsed(
        sql`${effectiveConfiguration.enrollmentSid}`,
        sql`${effectiveConfiguration.examSid}`,
      ),
    })
    .from(effectiveConfiguration)
    .innerJoin(course, eq(course.sid, effectiveConfiguration.courseSid))
    .innerJoin(enrollment, eq(enrollment.sid, effectiveConfiguration.enrollmentSid))
    .where(
      and(
        eq(enrollment.role, 'learner'),
        eq(effectiveConfiguration.installSid, installSid),
        eq(effectiveConfiguration.enrollmentSid, enrollmentSid),
        eq(effectiveConfiguration.examSid, examSid),
        isNull(course.deletedDate),
      ),
    )

type Values = Omit<ConfigurationValues, 'sid' | 'examSid' | 'installSid'>

/** Unsent, for one batch. */
export const insertConfiguration = (
  db: Database,
  { installSid, examSid }: Exam,
  sid: SidOf<'EC'>,
  values: Values,
  entries: EntryInput[],
) => ({
  configuration: db.insert(examConfiguration).values({ ...values, sid, examSid, installSid }),
  ...replaceEntries(db, sid, entries),
})

/**
 * Unsent, for one batch: the values in place of those that were judged.
 * @throws Problem `edited_meanwhile` when they are not what they were at `version`
 */
export const replaceConfiguration = (
  db: Database,
  place: Place,
  version: string,
  values: Partial<Values>,
  entries: EntryInput[],
) => ({
  unchanged: unchangedSince(db, place, version),
  configuration: updateValues(db, place, values),
  ...replaceEntries(db, place.examConfigurationSid, entries),
})

/** Unsent, for one batch. */
export const setFlags = (
  db: Database,
  place: Place,
  flags: Partial<Pick<Values, 'approved' | 'approvedBy' | 'locked'>>,
) => ({ configuration: updateValues(db, place, flags), record: findConfiguration(db, place) })

export const deleteConfigurationRow = (db: Database, { examConfigurationSid }: Place) =>
  db
    .delete(examConfiguration)
    .where(and(eq(examConfiguration.sid, examConfigurationSid), eq(examConfiguration.type, 'accommodation')))

const updateValues = (db: Database, { examConfigurationSid, ...place }: Place, values: Partial<Values>) =>
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
            .where(ofExam(place)),
        ),
      ),
    )

/** Unsent: a guard that the configuration is still what was judged. */
export const unchangedSince = (db: Database, { examConfigurationSid }: Place, version: string) =>
  guard(
    db,
    sql`(select ${examConfiguration}.xmin::text = ${version} from ${examConfiguration}
      where ${examConfiguration.sid} = ${sql.param(examConfigurationSid, examConfiguration.sid)} for update)`,
    'edited_meanwhile',
  )
