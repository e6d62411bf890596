// A13, churn: one row for each learner and exam with a session.

import { and, eq, or, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam } from '../../../db/schema/exam.ts'
import { sessionPair } from '../../../db/schema/session.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { pagedFromNearerEnd } from '../../shared/http/deep-page.ts'
import { contains, equals, nameKey } from '../../shared/http/filter.ts'
import { asPage, Flag, type Keyset, listQuery, orderOf, pageOf } from '../../shared/http/page.ts'
import { rowCountOf, rowPeriods, rowTotal } from '../../shared/row-count.ts'
import { described } from '../../shared/values/described.ts'
import { Sid } from '../../shared/values/sid.ts'
import { NullableText, Text } from '../../shared/values/text.ts'
import { route } from '../env.ts'
import { InstallParams } from '../installs/schema.ts'
import { csvOfPages } from './csv.ts'
import { filterDescriptions, rowDescriptions } from './descriptions.ts'
import { inEffectiveWindow, joinWindow } from './effective-window.ts'
import { isLearnerNamed, isLearnerOf } from './learner.ts'
import { examDates, examWindow, requireRange } from './windows.ts'

const ChurnRow = z
  .object(
    described(
      {
        courseTitle: z.string(),
        examSid: Sid('EX'),
        examTitle: z.string(),
        examType: z.string(),
        userSid: Sid('US'),
        enrollmentSid: Sid('EN'),
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        preferredEmail: NullableText,
        homePhone: NullableText,
        mobilePhone: NullableText,
        currentSessionSid: Sid('ES'),
        currentStatus: z.string(),
        cancelled: z.boolean(),
        closed: z.boolean(),
      },
      rowDescriptions,
    ),
  )
  .meta({ id: 'ChurnRow' })

const HistoryFlag = (kind: string) =>
  Flag.optional().meta({
    description: `\`true\`: only learners with a ${kind} session of the exam; \`false\`: only learners without one. If \`includeCancelled\` and \`includeClosed\` are both \`true\`, one of the two is sufficient.`,
  })

const Name = Text(200).optional()

const ChurnQuery = listQuery(
  described(
    {
      courseTitle: Name,
      examTitle: Name,
      studentEmail: Name,
      studentFirstName: Name,
      studentLastName: Name,
      ...examWindow,
      ...examDates,
      courseOfferingSid: Sid('CO').optional(),
      includeCancelled: HistoryFlag('cancelled'),
      includeClosed: HistoryFlag('closed'),
      currentStatus: z.enum(['Needs Proctor', 'Closed', 'Scheduled']).optional(),
    },
    filterDescriptions,
  ),
  ['courseTitle', 'examTitle', 'createdDate'],
)
  .superRefine(requireRange('examWindowStart', 'examWindowEnd'))
  .superRefine(requireRange('examOpenDate', 'examCloseDate'))

type Query = z.output<typeof ChurnQuery>

const { hadCancelled, hadClosed } = sessionPair

/** Returns the condition on the cancelled and closed sessions of the pair. */
const matchesHistory = ({ includeCancelled, includeClosed }: Query) =>
  and(
    or(
      includeCancelled === true ? sql`${hadCancelled}` : undefined,
      includeClosed === true ? sql`${hadClosed}` : undefined,
    ),
    includeCancelled === false ? sql`not ${hadCancelled}` : undefined,
    includeClosed === false ? sql`not ${hadClosed}` : undefined,
  )

const sortColumns = {
  courseTitle: nameKey(course.title),
  examTitle: nameKey(exam.title),
  createdDate: sessionPair.createdDate,
}

/**
 * Builds the statement that selects the keys of the matching pairs of learner and exam. It joins only the tables that a
 * filter or the order uses. Postgres also removes unused left joins, but then it does not use an index-only scan.
 */
const pairs =
  (db: Database, installSid: SidOf<'AI'>, query: Query) =>
  ({ keys, after }: Keyset) => {
    const byEmail = contains(user.email, query.studentEmail)
    const byExam = contains(exam.title, query.examTitle)
    const byCourse = and(
      contains(course.title, query.courseTitle),
      equals(course.courseOfferingSid, query.courseOfferingSid),
    )
    const select = db
      .select({ ...keys, createdDate: sessionPair.createdDate, sid: sessionPair.sessionSid })
      .from(sessionPair)
      .where(
        and(
          eq(sessionPair.installSid, installSid),
          isLearnerNamed(sessionPair, installSid, query),
          byEmail,
          byExam,
          byCourse,
          equals(sessionPair.status, query.currentStatus),
          matchesHistory(query),
          ...inEffectiveWindow(query),
          after,
        ),
      )
      .$dynamic()
    // Drizzle's query builders are mutable: `leftJoin` changes `select`.
    if (byEmail) select.leftJoin(user, isLearnerOf(sessionPair, installSid))
    if (byExam || keys['examTitle']) select.leftJoin(exam, eq(exam.sid, sessionPair.examSid))
    if (byCourse || keys['courseTitle']) select.leftJoin(course, eq(course.sid, sessionPair.courseSid))
    return joinWindow(select, installSid, sessionPair, query)
  }

const countOfPairs = rowCountOf('session_pair')

function churn(db: Database, installSid: SidOf<'AI'>, query: Query) {
  const order = orderOf(query, sortColumns, ['createdDate'], sessionPair.sessionSid)
  const install = sql.param(installSid, sessionPair.installSid)
  const { ctes, rows, counted } = pagedFromNearerEnd(db, pairs(db, installSid, query), order, query, {
    counted: countOfPairs({ installSid }),
    total: rowTotal('session_pair', install),
    periods: rowPeriods('session_pair', install, sessionPair.createdDate),
  })
  const page = rows.as('page')
  return {
    counted,
    rows: db
      .with(...ctes)
      .select({
        courseTitle: course.title,
        examSid: exam.sid,
        examTitle: exam.title,
        examType: exam.type,
        userSid: user.sid,
        enrollmentSid: sessionPair.enrollmentSid,
        firstName: user.firstName,
        lastName: user.lastName,
        email: user.email,
        preferredEmail: user.preferredEmail,
        homePhone: user.homePhone,
        mobilePhone: user.mobilePhone,
        currentSessionSid: sessionPair.sessionSid,
        currentStatus: sessionPair.status,
        cancelled: hadCancelled,
        closed: hadClosed,
        keys: order.keys,
      })
      .from(page)
      .innerJoin(
        sessionPair,
        and(
          eq(sessionPair.installSid, installSid),
          eq(sessionPair.createdDate, page.createdDate),
          eq(sessionPair.sessionSid, page.sid),
        ),
      )
      .innerJoin(user, eq(user.sid, sessionPair.userSid))
      .innerJoin(exam, eq(exam.sid, sessionPair.examSid))
      .innerJoin(course, eq(course.sid, sessionPair.courseSid))
      .orderBy(...order.by),
  }
}

export const readChurn = route({
  method: 'get',
  path: '/v1/installs/{installSid}/reports/churn',
  tag: 'Reports',
  action: 'sp:ReadChurnReport',
  summary: 'Churn report',
  description: 'The current session is the newest that is not cancelled, or else the newest.',
  params: InstallParams,
  query: ChurnQuery,
  returns: pageOf(ChurnRow, 'ChurnPage'),
  load: ({ db, params, query }) => churn(db, params.installSid, query),
  handle: asPage,
  csv: csvOfPages(ChurnRow),
})
