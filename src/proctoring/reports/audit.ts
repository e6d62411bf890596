// A14, written exam audit: the configurations of written exams, with the responsible instructor.

import { and, eq, ne, type Param, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../db/schema/exam.ts'
import { equals } from '../../shared/http/filter.ts'
import {
  asPage,
  type Keyset,
  listQuery,
  orderOf,
  type Position,
  paged,
  pageOf,
} from '../../shared/http/page.ts'
import { preparedList } from '../../shared/http/prepared-list.ts'
import { described } from '../../shared/values/described.ts'
import { NullableInstant } from '../../shared/values/instant.ts'
import { NullableSid, Sid } from '../../shared/values/sid.ts'
import { NullableText } from '../../shared/values/text.ts'
import { instructorOf } from '../catalog/courses/instructor.ts'
import { route } from '../env.ts'
import { InstallParams } from '../installs/schema.ts'
import { csvOfPages } from './csv.ts'
import { rowDescriptions } from './descriptions.ts'
import { examDates, examWindow, inExamWindow, requireRange } from './windows.ts'

const AuditRow = z
  .object(
    described(
      {
        examSid: Sid('EX'),
        examTitle: z.string(),
        courseSid: Sid('CU'),
        courseTitle: z.string(),
        courseCode: NullableText,
        examOpenDate: NullableInstant,
        examCloseDate: NullableInstant,
        configurationType: z.string(),
        instructorSid: NullableSid('US'),
        instructorFirstName: NullableText,
        instructorLastName: NullableText,
        instructorEmail: NullableText,
        examConfigurationSid: Sid('EC').meta({
          description: 'Sid of the exam configuration, which is primary or an accommodation.',
        }),
      },
      rowDescriptions,
    ),
  )
  .meta({ id: 'WrittenExamAuditRow' })

const AuditQuery = listQuery({ ...examWindow, ...examDates, courseOfferingSid: Sid('CO').optional() }, [
  'createdDate',
])
  .superRefine(requireRange('examWindowStart', 'examWindowEnd'))
  .superRefine(requireRange('examOpenDate', 'examCloseDate'))

type Query = z.output<typeof AuditQuery>

/** The exam is a written one of the install. The index of these, `exam_written`, has few of all exams. */
const isWritten = (installSid: Param): SQL | undefined =>
  and(eq(exam.installSid, installSid), eq(exam.type, 'Written'), ne(exam.status, 'deleted'))

/** Builds the statement that selects the keys of the matching configurations. */
const configurations =
  (db: Database, installSid: Param, query: Query & Position) =>
  ({ keys, after }: Keyset) =>
    db
      .select({ ...keys, sid: examConfiguration.sid })
      .from(examConfiguration)
      .innerJoin(exam, eq(exam.sid, examConfiguration.examSid))
      .leftJoin(course, eq(course.sid, exam.courseSid))
      .where(
        and(
          isWritten(installSid),
          // Implied. With it, the first page is read in the order of an index, but a deep one would read all configurations.
          query.offset === 0 ? eq(examConfiguration.installSid, installSid) : undefined,
          equals(course.courseOfferingSid, query.courseOfferingSid),
          ...inExamWindow(examConfiguration, query),
          after,
        ),
      )
      .$dynamic()

/** The number of all configurations of the report. They are counted for each written exam: a join would read those of all exams. */
const total = (installSid: Param): SQL => sql`(select coalesce(sum(
    (select count(*) from ${examConfiguration} where ${eq(examConfiguration.examSid, exam.sid)})), 0)
  from ${exam} where ${isWritten(installSid)})`

const columns = {
  path: { installSid: examConfiguration.installSid },
  filters: { courseOfferingSid: course.courseOfferingSid },
}

const audit = preparedList(columns, (db, { installSid }, query: Query & Position) => {
  const sortColumns = { createdDate: examConfiguration.createdDate }
  const order = orderOf(query, sortColumns, ['createdDate'], examConfiguration.sid)
  const { rows, counted } = paged(db, configurations(db, installSid, query), order, query, total(installSid))
  const page = rows.as('page')
  return {
    counted,
    rows: db
      .select({
        examConfigurationSid: examConfiguration.sid,
        examSid: exam.sid,
        examTitle: exam.title,
        courseSid: course.sid,
        courseTitle: course.title,
        courseCode: course.code,
        examOpenDate: examConfiguration.examOpenDate,
        examCloseDate: examConfiguration.examCloseDate,
        configurationType: examConfiguration.type,
        instructor: instructorOf(course.sid),
        keys: order.keys,
      })
      .from(page)
      .innerJoin(examConfiguration, eq(examConfiguration.sid, page.sid))
      .innerJoin(exam, eq(exam.sid, examConfiguration.examSid))
      .innerJoin(course, eq(course.sid, exam.courseSid))
      .orderBy(...order.by),
  }
})

export const readAudit = route({
  method: 'get',
  path: '/v1/installs/{installSid}/reports/audit',
  tag: 'Reports',
  action: 'sp:ReadAuditReport',
  summary: 'Written exam audit report',
  description:
    'One row for each configuration of a written exam that is not deleted, including exams without an instructor.',
  params: InstallParams,
  query: AuditQuery,
  returns: pageOf(AuditRow, 'WrittenExamAuditPage'),
  load: ({ db, params, query }) => audit(db, params, query),
  handle: ({ loaded: { rows, counted }, ...request }) => {
    const results = rows.map(({ instructor, ...row }) => ({
      ...row,
      instructorSid: instructor?.sid ?? null,
      instructorFirstName: instructor?.firstName ?? null,
      instructorLastName: instructor?.lastName ?? null,
      instructorEmail: instructor?.email ?? null,
    }))
    return asPage({ ...request, loaded: { rows: results, counted } })
  },
  csv: csvOfPages(AuditRow),
})
