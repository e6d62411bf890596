// A1, exam list: the exams of all installs that are linked to a proctor account.

import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../db/schema/exam.ts'
import { account, install, proctorAccountInstall } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { CallerScope } from '../../shared/auth/caller-scope.ts'
import { contains, equals, nameKey } from '../../shared/http/filter.ts'
import { asPage, type Keyset, listQuery, orderOf, paged, pageOf } from '../../shared/http/page.ts'
import { firstOr404 } from '../../shared/problems/problem.ts'
import { described } from '../../shared/values/described.ts'
import { NullableInstant } from '../../shared/values/instant.ts'
import { Sid } from '../../shared/values/sid.ts'
import { NullableText, Text } from '../../shared/values/text.ts'
import { instructorOf } from '../catalog/courses/instructor.ts'
import { configurationDescriptions } from '../descriptions/configuration.ts'
import { route } from '../env.ts'
import { findProctor } from '../people/proctors/queries.ts'
import { ProctorParams } from '../people/proctors/schema.ts'
import { PersonSummary } from '../summaries.ts'
import { csvOfPages } from './csv.ts'
import { filterDescriptions, rowDescriptions } from './descriptions.ts'
import { examWindow, inExamWindow, requireRange } from './windows.ts'

const ExamDetails = z
  .object(
    described(
      {
        sid: NullableText,
        courseSid: NullableText,
        installSid: NullableText,
        examConfigurationSid: NullableText,
        primaryInstructorSid: NullableText,
        examTitle: NullableText,
        courseTitle: NullableText,
        accountName: NullableText,
        hasAttachments: z.boolean().nullable(),
        configuration: z
          .object(
            described(
              {
                sid: Sid('EC'),
                examOpenDate: NullableInstant,
                examCloseDate: NullableInstant,
                scheduleOpenDate: NullableInstant,
                scheduleCloseDate: NullableInstant,
                duration: z.number().nullable(),
                attempts: z.number().nullable(),
                locked: z.boolean(),
                approved: z.boolean(),
              },
              configurationDescriptions,
            ),
          )
          .nullable(),
        primaryInstructor: PersonSummary.nullable(),
      },
      rowDescriptions,
    ),
  )
  .meta({ id: 'ExamDetails' })

const ExamListQuery = listQuery(
  described(
    {
      ...examWindow,
      courseTitle: Text(200).optional(),
      examTitle: Text(200).optional(),
      installSid: Sid('AI').optional(),
    },
    filterDescriptions,
  ),
  ['accountName', 'courseTitle', 'examTitle', 'createdDate'],
).superRefine(requireRange('examWindowStart', 'examWindowEnd'))

type Query = z.output<typeof ExamListQuery>

const sortColumns = {
  accountName: nameKey(account.name),
  courseTitle: nameKey(course.title),
  examTitle: nameKey(exam.title),
  createdDate: exam.createdDate,
}

/**
 * Builds the statement that selects the keys of the matching exams. It joins the configurations only if a filter uses them,
 * because Postgres does not remove a left join that only a partial index shows to be unused.
 */
const exams =
  (db: Database, { includesInstall }: CallerScope, proctorSid: SidOf<'PA'>, query: Query) =>
  ({ keys, after }: Keyset) => {
    const byWindow = inExamWindow(examConfiguration, query)
    const select = db
      .select({ ...keys, sid: exam.sid })
      .from(proctorAccountInstall)
      .innerJoin(install, eq(install.sid, proctorAccountInstall.installSid))
      .leftJoin(account, eq(account.sid, install.accountSid))
      .innerJoin(course, and(eq(course.installSid, install.sid), isNull(course.deletedDate)))
      .innerJoin(exam, eq(exam.courseSid, course.sid))
      .where(
        and(
          eq(proctorAccountInstall.proctorSid, proctorSid),
          includesInstall,
          ne(exam.status, 'deleted'),
          equals(install.sid, query.installSid),
          contains(course.title, query.courseTitle),
          contains(exam.title, query.examTitle),
          ...byWindow,
          after,
        ),
      )
      .$dynamic()
    // Drizzle's query builders are mutable: `leftJoin` changes `select`.
    if (byWindow.length > 0) select.leftJoin(examConfiguration, isPrimary)
    return select
  }

const isPrimary = and(eq(examConfiguration.examSid, exam.sid), eq(examConfiguration.type, 'primary'))

function examList(db: Database, callerScope: CallerScope, proctorSid: SidOf<'PA'>, query: Query) {
  const order = orderOf(query, sortColumns, ['accountName', 'courseTitle', 'examTitle'], exam.sid)
  const { rows, counted } = paged(db, exams(db, callerScope, proctorSid, query), order, query)
  const page = rows.as('page')
  return {
    counted,
    rows: db
      .select({
        sid: exam.sid,
        courseSid: exam.courseSid,
        installSid: exam.installSid,
        examConfigurationSid: examConfiguration.sid,
        examTitle: exam.title,
        courseTitle: course.title,
        accountName: account.name,
        hasAttachments: sql<boolean>`${examConfiguration.attachments} <> '[]'`,
        configuration: examConfiguration,
        primaryInstructor: instructorOf(exam.courseSid),
        keys: order.keys,
      })
      .from(page)
      .innerJoin(exam, eq(exam.sid, page.sid))
      .innerJoin(course, eq(course.sid, exam.courseSid))
      .innerJoin(install, eq(install.sid, exam.installSid))
      .innerJoin(account, eq(account.sid, install.accountSid))
      .innerJoin(examConfiguration, isPrimary)
      .orderBy(...order.by),
  }
}

export const readExamList = route({
  method: 'get',
  path: '/v1/proctors/{proctorSid}/reports/examList',
  tag: 'Reports',
  action: 'sp:ReadExamList',
  summary: 'Exam details report',
  description:
    'The exams of installs that are linked to the proctor account and in scope of the caller. The window is that of the primary configuration.',
  params: ProctorParams,
  query: ExamListQuery,
  returns: pageOf(ExamDetails, 'ExamListPage'),
  load: ({ db, callerScope, params, query }) => ({
    proctors: findProctor(db, callerScope, params.proctorSid),
    ...examList(db, callerScope, params.proctorSid, query),
  }),
  handle: ({ loaded: { proctors, rows, counted }, ...request }) => {
    firstOr404(proctors)
    const results = rows.map(row => ({ ...row, primaryInstructorSid: row.primaryInstructor?.sid ?? null }))
    return asPage({ ...request, loaded: { rows: results, counted } })
  },
  csv: csvOfPages(ExamDetails),
})
