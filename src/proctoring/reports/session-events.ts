// A12, session events: one row for each event.

import { and, eq, gte, lt, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { course, enrollment } from '../../../db/schema/catalog.ts'
import { eventStatuses, sessionEvent } from '../../../db/schema/event.ts'
import { exam } from '../../../db/schema/exam.ts'
import { examSession } from '../../../db/schema/session.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { contains, equals } from '../../shared/http/filter.ts'
import { asPage, type Keyset, listQuery, orderOf, paged, pageOf } from '../../shared/http/page.ts'
import { rowTotal } from '../../shared/row-count.ts'
import { described } from '../../shared/values/described.ts'
import { Instant, NullableInstant } from '../../shared/values/instant.ts'
import { Sid } from '../../shared/values/sid.ts'
import { NullableText, Text } from '../../shared/values/text.ts'
import { route } from '../env.ts'
import { InstallParams } from '../installs/schema.ts'
import { csvOfPages } from './csv.ts'
import { filterDescriptions, rowDescriptions } from './descriptions.ts'
import { inEffectiveWindow, joinWindow } from './effective-window.ts'
import { isLearnerNamed } from './learner.ts'
import { examDates, requireRange } from './windows.ts'

const SessionEventRow = z
  .object(
    described(
      {
        sid: Sid('ES'),
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        appointmentDate: NullableInstant,
        sessionType: NullableText,
        courseTitle: z.string(),
        examType: z.string(),
        examTitle: z.string(),
        sessionStatus: z.string(),
        eventSid: Sid('ER'),
        eventTime: Instant,
        title: z.string(),
        subject: NullableText,
        details: NullableText,
        potentialDamage: NullableText,
        directWitness: NullableText,
        status: z.string(),
        correctiveActionDetails: NullableText,
        contactPerson: NullableText,
        contactEmail: NullableText,
        contactPhone: NullableText,
      },
      rowDescriptions,
    ),
  )
  .meta({ id: 'SessionEventRow' })

const instructor = alias(user, 'instructor')

const Name = Text(200).optional()

const SessionEventsQuery = listQuery(
  described(
    {
      courseTitle: Name,
      examTitle: Name,
      studentFirstName: Name,
      studentLastName: Name,
      instructorFirstName: Name,
      instructorLastName: Name,
      eventTypeSid: Sid('ET').optional(),
      eventStatus: z.enum(eventStatuses).optional(),
      eventWindowStart: Instant.optional().meta({
        description: 'Only events at or after this time; with `eventWindowEnd`.',
      }),
      eventWindowEnd: Instant.optional().meta({
        description: 'Only events before this time; with `eventWindowStart`.',
      }),
      ...examDates,
      courseOfferingSid: Sid('CO').optional(),
      courseSid: Sid('CU').optional(),
      examSid: Sid('EX').optional(),
      eventSid: Sid('ER').optional(),
    },
    filterDescriptions,
  ),
  ['createdDate'],
)
  .superRefine(requireRange('eventWindowStart', 'eventWindowEnd'))
  .superRefine(requireRange('examOpenDate', 'examCloseDate'))

type Query = z.output<typeof SessionEventsQuery>

/** Returns the condition that a current or former instructor of the course has the given names. */
function hasInstructor({ instructorFirstName, instructorLastName }: Query): SQL | undefined {
  if (instructorFirstName === undefined && instructorLastName === undefined) return undefined
  const matches = and(
    eq(enrollment.courseSid, course.sid),
    eq(enrollment.role, 'instructor'),
    contains(instructor.firstName, instructorFirstName),
    contains(instructor.lastName, instructorLastName),
  )
  return sql`exists (select from ${enrollment} join ${user} ${sql.identifier('instructor')}
    on ${instructor.sid} = ${enrollment.userSid} where ${matches})`
}

/** The attempt of the event is void. Few events are of such attempts. */
const isOfVoidAttempt = sql`exists (select from ${examSession} void
  where void.install_sid = ${sessionEvent.installSid} and void.sid = ${sessionEvent.sessionSid}
    and void.cancelled_date is not null and void.status_reason = 'void')`

/** Builds the statement that selects the keys of the matching events. Postgres removes left joins that are not used. */
const events =
  (db: Database, installSid: SidOf<'AI'>, query: Query) =>
  ({ keys, after }: Keyset) =>
    joinWindow(
      db
        .select({ ...keys, sid: sessionEvent.sid })
        .from(sessionEvent)
        .leftJoin(exam, eq(exam.sid, sessionEvent.examSid))
        .leftJoin(course, eq(course.sid, sessionEvent.courseSid))
        .where(
          and(
            eq(sessionEvent.installSid, installSid),
            not(isOfVoidAttempt),
            contains(course.title, query.courseTitle),
            contains(exam.title, query.examTitle),
            isLearnerNamed(sessionEvent, installSid, query),
            hasInstructor(query),
            equals(sessionEvent.eventTypeSid, query.eventTypeSid),
            equals(sessionEvent.status, query.eventStatus),
            query.eventWindowStart && gte(sessionEvent.eventTime, query.eventWindowStart),
            query.eventWindowEnd && lt(sessionEvent.eventTime, query.eventWindowEnd),
            ...inEffectiveWindow(query),
            equals(course.courseOfferingSid, query.courseOfferingSid),
            equals(sessionEvent.courseSid, query.courseSid),
            equals(sessionEvent.examSid, query.examSid),
            equals(sessionEvent.sid, query.eventSid),
            after,
          ),
        )
        .$dynamic(),
      installSid,
      sessionEvent,
      query,
    )

function sessionEvents(db: Database, installSid: SidOf<'AI'>, query: Query) {
  const order = orderOf(query, { createdDate: sessionEvent.createdDate }, ['createdDate'], sessionEvent.sid)
  const ofInstall = eq(sessionEvent.installSid, installSid)
  const ofVoid = sql`(select count(*) from ${sessionEvent} where ${and(ofInstall, isOfVoidAttempt)})`
  const kept = sql`${rowTotal('session_event', sql.param(installSid, sessionEvent.installSid))} - ${ofVoid}`
  const { rows, counted } = paged(db, events(db, installSid, query), order, query, kept)
  const page = rows.as('page')
  return {
    counted,
    rows: db
      .select({
        sid: examSession.sid,
        firstName: user.firstName,
        lastName: user.lastName,
        email: user.email,
        appointmentDate: examSession.appointmentDate,
        sessionType: examSession.sessionType,
        courseTitle: course.title,
        examType: exam.type,
        examTitle: exam.title,
        sessionStatus: examSession.status,
        eventSid: sessionEvent.sid,
        eventTime: sessionEvent.eventTime,
        title: sessionEvent.title,
        subject: sessionEvent.subject,
        details: sessionEvent.details,
        potentialDamage: sessionEvent.potentialDamage,
        directWitness: sessionEvent.directWitness,
        status: sessionEvent.status,
        correctiveActionDetails: sessionEvent.correctiveActionDetails,
        contactPerson: sessionEvent.contactPerson,
        contactEmail: sessionEvent.contactEmail,
        contactPhone: sessionEvent.contactPhone,
        keys: order.keys,
      })
      .from(page)
      .innerJoin(sessionEvent, eq(sessionEvent.sid, page.sid))
      .innerJoin(examSession, eq(examSession.sid, sessionEvent.sessionSid))
      .innerJoin(user, eq(user.sid, examSession.userSid))
      .innerJoin(exam, eq(exam.sid, examSession.examSid))
      .innerJoin(course, eq(course.sid, examSession.courseSid))
      .orderBy(...order.by),
  }
}

export const readSessionEvents = route({
  method: 'get',
  path: '/v1/installs/{installSid}/reports/examSessionEvents',
  tag: 'Reports',
  action: 'sp:ReadSessionEventsReport',
  summary: 'Session events report',
  description: 'One row for each event of a session that is not void. `sid` is that of the session.',
  params: InstallParams,
  query: SessionEventsQuery,
  returns: pageOf(SessionEventRow, 'SessionEventsPage'),
  load: ({ db, params, query }) => sessionEvents(db, params.installSid, query),
  handle: asPage,
  csv: csvOfPages(SessionEventRow),
})
