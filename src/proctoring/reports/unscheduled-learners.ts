// A11: the learners who have yet to make an appointment, one row for each.

import type { z } from '@hono/zod-openapi'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam } from '../../../db/schema/exam.ts'
import { sessionPair } from '../../../db/schema/session.ts'
import { user } from '../../../db/schema/user.ts'
import { effectiveConfiguration as effective } from '../../../db/schema/views.ts'
import type { SidOf } from '../../../db/sid.ts'
import { contains, equals } from '../../shared/filter.ts'
import { asPage, listQuery, orderOf, paged, pageOf } from '../../shared/page.ts'
import { Sid } from '../../shared/sid.ts'
import { Text } from '../../shared/text.ts'
import { route } from '../env.ts'
import { InstallParams } from '../installs/schema.ts'
import { User } from '../users/schema.ts'

const UnscheduledLearner = User.pick({
  sid: true,
  firstName: true,
  lastName: true,
  email: true,
  preferredEmail: true,
  username: true,
  mobilePhone: true,
  homePhone: true,
  address: true,
  lmsId: true,
  apiId: true,
  sisId: true,
  externalId: true,
  latitude: true,
  longitude: true,
  lastEnrollmentSync: true,
  currencyCode: true,
  timeZoneSid: true,
  maxTravelDistance: true,
  maxTravelDistanceUnits: true,
  createdDate: true,
  editDate: true,
  role: true,
  enabled: true,
}).openapi('UnscheduledLearner')

const Name = Text(200).optional()

const UnscheduledQuery = listQuery(
  {
    courseSid: Sid('CU').optional(),
    courseOfferingSid: Sid('CO').optional(),
    courseTitle: Name,
    courseCode: Name,
    examTitle: Name,
    firstName: Name,
    lastName: Name,
    email: Name,
  },
  ['createdDate'],
)

type Query = z.output<typeof UnscheduledQuery>

/** The filters of course and exam restrict the pairs that make a learner unscheduled. */
const ofPair = (query: Query): SQL | undefined =>
  and(
    equals(course.sid, query.courseSid),
    equals(course.courseOfferingSid, query.courseOfferingSid),
    contains(course.title, query.courseTitle),
    contains(course.code, query.courseCode),
    contains(exam.title, query.examTitle),
  )

const isOpen = sql`coalesce(${effective.scheduleCloseDate}, 'infinity') > now()
  and coalesce(${effective.examCloseDate}, 'infinity') > now()`

const isWaiting = sql`(${sessionPair.sessionSid} is null or ${sessionPair.isCancelled}
  or ${sessionPair.status} in ('Needs Proctor', 'Approval Denied'))`

const hasAttempts = sql`(${effective.attempts} is null
  or ${effective.attempts} > coalesce(${sessionPair.attemptsUsed}, 0))`

/** The users who are to take an exam and have no appointment for it. */
const waiting = (db: Database, installSid: SidOf<'AI'>, query: Query) =>
  db
    .selectDistinct({ userSid: effective.userSid })
    .from(effective)
    .innerJoin(exam, eq(exam.sid, effective.examSid))
    .innerJoin(course, eq(course.sid, effective.courseSid))
    .leftJoin(
      sessionPair,
      and(eq(sessionPair.enrollmentSid, effective.enrollmentSid), eq(sessionPair.examSid, effective.examSid)),
    )
    .where(
      and(
        eq(effective.installSid, installSid),
        sql`${effective.isAssigned}`,
        isOpen,
        isWaiting,
        hasAttempts,
        ofPair(query),
      ),
    )

const unscheduled = (db: Database, installSid: SidOf<'AI'>, query: Query) =>
  paged(
    db,
    () =>
      db
        .select(getTableColumns(user))
        .from(user)
        .where(
          and(
            eq(user.installSid, installSid),
            contains(user.firstName, query.firstName),
            contains(user.lastName, query.lastName),
            contains(user.email, query.email),
            sql`${user.sid} in (${waiting(db, installSid, query)})`,
          ),
        )
        .$dynamic(),
    orderOf(query, { createdDate: user.createdDate }, ['createdDate'], user.sid),
    query,
  )

export const readUnscheduledLearners = route({
  method: 'get',
  path: '/v1/installs/{installSid}/reports/unscheduledLearners',
  tag: 'Reports',
  action: 'sp:ReadUnscheduledLearners',
  summary: 'Unscheduled learners report',
  description:
    'The learners with an exam to take that has attempts left, whose windows are not over, and for which there is no appointment: no session, a cancelled one, or one that needs a proctor or was denied.',
  params: InstallParams,
  query: UnscheduledQuery,
  returns: pageOf(UnscheduledLearner, 'UnscheduledLearnerPage'),
  load: ({ db, params, query }) => unscheduled(db, params.installSid, query),
  handle: asPage,
})
