// A1, exam list: the exams of all installs that are linked to a proctor account.

import { and, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../db/schema/exam.ts'
import { account, install, proctorAccountInstall } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { CallerScope } from '../../shared/auth/caller-scope.ts'
import { contains, equals, nameKey } from '../../shared/http/filter.ts'
import {
  asPage,
  isFiltered,
  type Keyset,
  listQuery,
  maxLimit,
  type Order,
  orderOf,
  type Position,
  paged,
  pageOf,
} from '../../shared/http/page.ts'
import { firstOr404 } from '../../shared/problems/problem.ts'
import { rowTotal } from '../../shared/row-count.ts'
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

type Linked = { callerScope: CallerScope; proctorSid: SidOf<'PA'>; query: Query & Position }

/** Returns the condition of the installs that are linked to the proctor account, and in scope of the caller. */
const isLinked = ({ callerScope, proctorSid, query }: Linked): SQL | undefined =>
  and(
    eq(proctorAccountInstall.proctorSid, proctorSid),
    callerScope.includesInstall,
    equals(install.sid, query.installSid),
  )

/** Returns the condition of the exams that match the filters, without those of their windows. */
const isListed = ({ courseTitle, examTitle }: Query): SQL | undefined =>
  and(
    eq(course.installSid, install.sid),
    isNull(course.deletedDate),
    ne(exam.status, 'deleted'),
    contains(course.title, courseTitle),
    contains(exam.title, examTitle),
  )

const isPrimary = and(eq(examConfiguration.examSid, exam.sid), eq(examConfiguration.type, 'primary'))

/**
 * Builds the statement that selects the keys of the matching exams. It joins the configurations only if a filter uses them,
 * because Postgres does not remove a left join that only a partial index shows to be unused.
 */
const exams =
  (db: Database, linked: Linked) =>
  ({ keys, after }: Keyset) => {
    const byWindow = inExamWindow(examConfiguration, linked.query)
    const select = db
      .select({ ...keys, sid: exam.sid })
      .from(proctorAccountInstall)
      .innerJoin(install, eq(install.sid, proctorAccountInstall.installSid))
      .leftJoin(account, eq(account.sid, install.accountSid))
      .innerJoin(course, eq(course.installSid, install.sid))
      .innerJoin(exam, eq(exam.courseSid, course.sid))
      .where(and(isLinked(linked), isListed(linked.query), ...byWindow, after))
      .$dynamic()
    // Drizzle's query builders are mutable: `leftJoin` changes `select`.
    if (byWindow.length > 0) select.leftJoin(examConfiguration, isPrimary)
    return select
  }

const defaultOrder = ['accountName', 'courseTitle', 'examTitle'] as const

/**
 * Builds the query of a page near the start: of each install, no more exams are selected than those up to the end of the page,
 * and these are then sorted. In the default order the index of the course titles returns them, so that few exams are read.
 */
function firstExams(db: Database, linked: Linked, { by, keys }: Order) {
  const { query } = linked
  const ofInstall = db
    .select({ ...keys, sid: exam.sid })
    .from(course)
    .innerJoin(exam, eq(exam.courseSid, course.sid))
    .where(isListed(query))
    .orderBy(...by)
    .limit(query.offset + query.limit)
    .as('of_install')
  const columns = ofInstall as unknown as typeof sortColumns & { sid: typeof exam.sid }
  return db
    .select({ sid: columns.sid })
    .from(proctorAccountInstall)
    .innerJoin(install, eq(install.sid, proctorAccountInstall.installSid))
    .leftJoin(account, eq(account.sid, install.accountSid))
    .innerJoinLateral(ofInstall, sql`true`)
    .where(isLinked(linked))
    .orderBy(...orderOf(query, columns, defaultOrder, columns.sid).by)
    .limit(query.limit)
    .offset(query.offset)
}

/** The number of the exams of deleted courses of the current row of `install`, which are counted but not listed. */
const ofDeletedCourses = sql`(select coalesce(sum(
    (select count(*) from ${exam} where ${and(eq(exam.courseSid, course.sid), ne(exam.status, 'deleted'))})), 0)
  from ${course} where ${and(eq(course.installSid, install.sid), isNotNull(course.deletedDate))})`

/** The number of the exams of all linked installs. */
const keptTotal = (linked: Linked): SQL => sql`(
  select coalesce(sum(${rowTotal('exam', install.sid)} - ${ofDeletedCourses}), 0)
  from ${proctorAccountInstall} join ${install} on ${eq(install.sid, proctorAccountInstall.installSid)}
  where ${isLinked(linked)})`

function examList(db: Database, linked: Linked) {
  const { query } = linked
  const order = orderOf(query, sortColumns, defaultOrder, exam.sid)
  const { rows, counted } = paged(db, exams(db, linked), order, query, keptTotal(linked))
  const isNearStart = query.offset < maxLimit && !(query.after || isFiltered(query))
  const page = isNearStart ? firstExams(db, linked, order).as('page') : rows.as('page')
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
    ...examList(db, { callerScope, proctorSid: params.proctorSid, query }),
  }),
  handle: ({ loaded: { proctors, rows, counted }, ...request }) => {
    firstOr404(proctors)
    const results = rows.map(row => ({ ...row, primaryInstructorSid: row.primaryInstructor?.sid ?? null }))
    return asPage({ ...request, loaded: { rows: results, counted } })
  },
  csv: csvOfPages(ExamDetails),
})
