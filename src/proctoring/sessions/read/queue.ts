// The sessions of all exams of an install, for the people who proctor and review them.

import { and, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { course } from '../../../../db/schema/catalog.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { examSession, sessionStatuses } from '../../../../db/schema/session.ts'
import { user } from '../../../../db/schema/user.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { CallerScope } from '../../../shared/auth/caller-scope.ts'
import { contains, equals } from '../../../shared/http/filter.ts'
import { asPage, Flag, listQuery, orderOf, paged, pageOf, repeatable } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant, NullableInstant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { NullableText, Text } from '../../../shared/values/text.ts'
import { sessionDescriptions } from '../../descriptions/session.ts'
import { userDescriptions } from '../../descriptions/user.ts'
import { route } from '../../env.ts'
import { InstallParams } from '../../installs/schema.ts'
import { mentions } from '../../people/users/queries.ts'
import { itemColumns } from './queries.ts'
import { SessionItem } from './record.ts'

const QueueItem = SessionItem.extend({
  examSid: Sid('EX'),
  courseSid: Sid('CU'),
  enrollmentSid: Sid('EN'),
  userSid: Sid('US'),
  ...described({ firstName: z.string(), lastName: z.string() }, userDescriptions),
  ...described(
    { proctorTypeSid: NullableText, auditStatus: NullableText, reviewByDate: NullableInstant },
    sessionDescriptions,
  ),
  ...described(
    { examTitle: z.string(), courseTitle: z.string() },
    {
      examTitle: {
        description: 'How the exam is called where learners and proctors see it.',
        example: 'Midterm',
      },
      courseTitle: { description: 'How the course of the exam is called.', example: 'Linear Algebra' },
    },
  ),
}).meta({ id: 'ExamSessionOfInstall' })

const QueueQuery = listQuery(
  described(
    {
      status: repeatable(sessionStatuses).optional(),
      examSid: Sid('EX').optional(),
      courseSid: Sid('CU').optional(),
      userSid: Sid('US').optional(),
      proctorTypeSid: Sid('TS').optional(),
      appointmentDateAfter: Instant.optional(),
      appointmentDateBefore: Instant.optional(),
      running: Flag.optional(),
      reviewOverdue: Flag.optional(),
      search: Text(100).optional(),
    },
    {
      status: { description: 'Only sessions with one of these statuses; repeated, or separated by commas.' },
      appointmentDateAfter: { description: 'Only sessions with an appointment at or after this time.' },
      appointmentDateBefore: { description: 'Only sessions with an appointment before this time.' },
      running: { description: '`true`: only sessions that are being taken; `false`: only the others.' },
      reviewOverdue: {
        description:
          '`true`: only sessions in `Processing` whose `reviewByDate` is over; `false`: only the others.',
      },
      search: {
        description:
          "Only sessions with this text in the learner's first or last name, e-mail or username, or in the title of the exam or the course.",
        example: 'lovelace',
      },
    },
  ),
  ['appointmentDate', 'createdDate', 'lastName'],
)

type Query = z.output<typeof QueueQuery>

export const listInstallSessions = route({
  tag: 'Exam Session',
  method: 'get',
  path: '/v1/installs/{installSid}/sessions',
  action: 'sp:ListInstallSessions',
  learners: 'ownRows',
  summary: 'List the sessions of all exams',
  description:
    'The queue of proctors and reviewers. An api token for a learner lists only the sessions of that learner. The sessions of erased people are not listed.',
  params: InstallParams,
  query: QueueQuery,
  returns: pageOf(QueueItem, 'ExamSessionOfInstallPage'),
  load: ({ db, params, query, callerScope }) => listQueue(db, params.installSid, query, callerScope),
  handle: asPage,
})

const sortColumns = {
  appointmentDate: examSession.appointmentDate,
  createdDate: examSession.createdDate,
  lastName: user.lastName,
}

const { reviewByDate } = examSession
const isOverdue = sql`(${examSession.status} = 'Processing' and coalesce(${reviewByDate} <= now(), false))`

/** Returns the condition of a flag: the condition, its opposite, or none. */
const flagged = (condition: SQL, flag: boolean | undefined): SQL | undefined =>
  flag === undefined ? undefined : flag ? condition : sql`not ${condition}`

/** Returns the condition on the texts of a session. Each person, exam and course is compared once, not each session. */
const matchesSearch = (db: Database, installSid: SidOf<'AI'>, text: string | undefined) =>
  text === undefined
    ? undefined
    : or(
        inArray(
          examSession.userSid,
          db
            .select({ sid: user.sid })
            .from(user)
            .where(and(eq(user.installSid, installSid), mentions(text))),
        ),
        inArray(
          examSession.examSid,
          db
            .select({ sid: exam.sid })
            .from(exam)
            .where(and(eq(exam.installSid, installSid), contains(exam.title, text))),
        ),
        inArray(
          examSession.courseSid,
          db
            .select({ sid: course.sid })
            .from(course)
            .where(and(eq(course.installSid, installSid), contains(course.title, text))),
        ),
      )

const listQueue = (db: Database, installSid: SidOf<'AI'>, query: Query, { learner }: CallerScope) =>
  paged(
    db,
    () =>
      db
        .select({
          ...itemColumns,
          examSid: examSession.examSid,
          courseSid: examSession.courseSid,
          enrollmentSid: examSession.enrollmentSid,
          userSid: examSession.userSid,
          firstName: user.firstName,
          lastName: user.lastName,
          proctorTypeSid: examSession.proctorTypeSid,
          auditStatus: examSession.auditStatus,
          reviewByDate,
          examTitle: sql<string>`${exam.title}`.as('exam_title'),
          courseTitle: sql<string>`${course.title}`.as('course_title'),
        })
        .from(examSession)
        .innerJoin(user, eq(user.sid, examSession.userSid))
        .innerJoin(exam, eq(exam.sid, examSession.examSid))
        .innerJoin(course, eq(course.sid, examSession.courseSid))
        .where(
          and(
            eq(examSession.installSid, installSid),
            sql`(${learner} is null or ${examSession.userSid} = ${learner})`,
            isNull(user.erasedDate),
            query.status && inArray(examSession.status, query.status),
            equals(examSession.examSid, query.examSid),
            equals(examSession.courseSid, query.courseSid),
            equals(examSession.userSid, query.userSid),
            query.proctorTypeSid && eq(examSession.proctorTypeSid, query.proctorTypeSid),
            query.appointmentDateAfter && gte(examSession.appointmentDate, query.appointmentDateAfter),
            query.appointmentDateBefore && lt(examSession.appointmentDate, query.appointmentDateBefore),
            flagged(itemColumns.running, query.running),
            flagged(isOverdue, query.reviewOverdue),
            matchesSearch(db, installSid, query.search),
          ),
        )
        .$dynamic(),
    orderOf(query, sortColumns, ['appointmentDate'], examSession.sid),
    query,
  )
