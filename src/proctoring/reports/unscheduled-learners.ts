// A11, unscheduled learners: one row for each learner without an appointment.

import { and, type Column, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../db/schema/exam.ts'
import { sessionPair } from '../../../db/schema/session.ts'
import { user } from '../../../db/schema/user.ts'
import { assignmentWindow, effectiveConfiguration as effective } from '../../../db/schema/views.ts'
import type { SidOf } from '../../../db/sid.ts'
import { contains, equals } from '../../shared/http/filter.ts'
import { asPage, listQuery, orderOf, type Position, pageOf } from '../../shared/http/page.ts'
import { Sid } from '../../shared/values/sid.ts'
import { Text } from '../../shared/values/text.ts'

import { route } from '../env.ts'
import { InstallParams } from '../installs/schema.ts'
import { User } from '../people/users/schema.ts'
import { statusesWithoutAppointment } from '../sessions/transitions.ts'
import { csvOfPages } from './csv.ts'
import { isLearnerOf } from './learner.ts'

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
}).meta({ id: 'UnscheduledLearner' })

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

/** Returns the condition of the course and exam filters on the pair of learner and exam. */
function matchesPair(db: Database, query: Query): SQL | undefined {
  const filter = and(
    equals(course.sid, query.courseSid),
    equals(course.courseOfferingSid, query.courseOfferingSid),
    contains(course.title, query.courseTitle),
    contains(course.code, query.courseCode),
    contains(exam.title, query.examTitle),
  )
  const exams = db
    .select({ sid: exam.sid })
    .from(exam)
    .innerJoin(course, eq(course.sid, exam.courseSid))
    .where(filter)
  return filter && inArray(effective.examSid, exams)
}

type Close = 'examCloseDate' | 'scheduleCloseDate'

/** Excludes exams whose window is over for all learners before the effective window of each learner is computed. */
const mayHaveOpenWindow = (installSid: SidOf<'AI'>, examSid: Column, close: Close) => sql`(
  ${examSid} in (select ${examConfiguration.examSid} from ${examConfiguration}
    where ${eq(examConfiguration.installSid, installSid)} and (${examConfiguration[close]} > now()
      or (${examConfiguration[close]} is null and ${examConfiguration.type} = 'primary')))
  or ${examSid} in (select ${assignmentWindow.examSid} from ${assignmentWindow}
    where ${assignmentWindow[close]} > now()))`

const isOpen = (installSid: SidOf<'AI'>, close: Close) =>
  sql`${mayHaveOpenWindow(installSid, effective.examSid, close)} and coalesce(${effective[close]}, 'infinity') > now()`

const needsAppointment = sql`(${sessionPair.sessionSid} is null or ${sessionPair.isCancelled}
  or ${inArray(sessionPair.status, statusesWithoutAppointment)})`

const hasAttempts = sql`has_attempts_left(${effective.attempts}, ${sessionPair.attemptsUsed})`

/**
 * Builds the statement that selects the users with an assigned exam and no appointment for it. Postgres removes the
 * join of the users if no filter uses it.
 */
function unscheduledUsers(db: Database, installSid: SidOf<'AI'>, query: Query) {
  const filter = and(
    matchesPair(db, query),
    contains(user.firstName, query.firstName),
    contains(user.lastName, query.lastName),
    contains(user.email, query.email),
  )
  return db
    .selectDistinct({ sid: effective.userSid })
    .from(effective)
    .leftJoin(user, isLearnerOf(effective, installSid))
    .leftJoin(
      sessionPair,
      and(
        eq(sessionPair.installSid, installSid),
        eq(sessionPair.enrollmentSid, effective.enrollmentSid),
        eq(sessionPair.examSid, effective.examSid),
        // Without a filter, skips the sessions of past exams, which are most. With a filter few pairs remain, and index
        // lookups are cheaper.
        filter ? undefined : mayHaveOpenWindow(installSid, sessionPair.examSid, 'examCloseDate'),
      ),
    )
    .where(
      and(
        eq(effective.installSid, installSid),
        sql`${effective.isAssigned}`,
        isOpen(installSid, 'examCloseDate'),
        isOpen(installSid, 'scheduleCloseDate'),
        needsAppointment,
        hasAttempts,
        filter,
      ),
    )
}

/**
 * Builds the statement that selects the page and the total from one evaluation of `unscheduledUsers`. It returns one
 * row for each learner of the page, or a single row without a learner if the page is empty.
 */
function unscheduled(db: Database, installSid: SidOf<'AI'>, query: Query & Position) {
  const order = orderOf(query, { createdDate: user.createdDate }, ['createdDate'], user.sid)
  const matching = db.$with('unscheduled').as(unscheduledUsers(db, installSid, query))
  const total =
    query.after === undefined ? sql<number>`(select count(*)::int from ${matching})` : sql<number>`0`
  const page = db
    .select({ sid: user.sid })
    .from(user)
    .where(
      and(
        eq(user.installSid, installSid),
        inArray(user.sid, db.select().from(matching)),
        query.after ? order.after(query.after) : undefined,
      ),
    )
    .orderBy(...order.by)
    .limit(query.limit)
    .offset(query.offset)
    .as('page')
  return db
    .with(matching)
    .select({ total, learner: user, keys: order.keys })
    .from(noTable)
    .leftJoin(page, sql`true`)
    .leftJoin(user, eq(user.sid, page.sid))
    .orderBy(...order.by)
}

export const readUnscheduledLearners = route({
  method: 'get',
  path: '/v1/installs/{installSid}/reports/unscheduledLearners',
  tag: 'Reports',
  action: 'sp:ReadUnscheduledLearners',
  summary: 'Unscheduled learners report',
  description:
    'Learners without an appointment for an exam that applies to them, that has attempts left and whose windows are not over. Their session is missing, cancelled, denied or needs a proctor.',
  params: InstallParams,
  query: UnscheduledQuery,
  returns: pageOf(UnscheduledLearner, 'UnscheduledLearnerPage'),
  load: ({ db, params, query }) => ({ rows: unscheduled(db, params.installSid, query) }),
  handle: ({ loaded: { rows }, ...request }) => {
    const learners = rows.flatMap(({ learner }) => learner ?? [])
    return asPage({ ...request, loaded: { rows: learners, counted: rows } })
  },
  csv: csvOfPages(UnscheduledLearner),
})
