import { and, eq, getTableColumns, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import type { Placeholders } from '../../../../db/parameters.ts'
import { prepared } from '../../../../db/prepared.ts'
import { cancellationPolicyVersion } from '../../../../db/schema/cancellation.ts'
import { course, enrollment } from '../../../../db/schema/catalog.ts'
import { annotation, eventType, sessionEvent } from '../../../../db/schema/event.ts'
import { exam, instructorProctor } from '../../../../db/schema/exam.ts'
import { message } from '../../../../db/schema/message.ts'
import { proctorGroup, reviewProcess } from '../../../../db/schema/proctoring.ts'
import { examSession, isActiveAttempt } from '../../../../db/schema/session.ts'
import { account, install, installColumns } from '../../../../db/schema/tenancy.ts'
import { effectiveConfiguration } from '../../../../db/schema/views.ts'
import { type SidOf, sidFromUuid } from '../../../../db/sid.ts'
import type { RowOf } from '../../../../db/statement.ts'
import { equals } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { preparedList } from '../../../shared/http/prepared-list.ts'
import { sessionFiles } from '../../files/summary/columns.ts'
import type { EnrollmentSessionQuery, ExamSessionQuery } from './schema.ts'

type ExamPath = { installSid: SidOf<'AI'>; examSid: SidOf<'EX'> }
export type SessionPath = ExamPath & { sessionSid: SidOf<'ES'> }

/** The columns that the values of a session's path select. */
export const sessionPathColumns = {
  installSid: examSession.installSid,
  examSid: examSession.examSid,
  sessionSid: examSession.sid,
}

export type SessionRow = RowOf<typeof findSession>

const effective = effectiveConfiguration

/** Returns the condition that selects the session of a path, by install, exam and sid. */
export const matchesSession = ({
  installSid,
  examSid,
  sessionSid,
}: SessionPath | Placeholders<typeof sessionPathColumns>) =>
  and(
    eq(examSession.installSid, installSid),
    eq(examSession.examSid, examSid),
    eq(examSession.sid, sessionSid),
  )

/** The most muted annotations in the record of a session. */
export const maxMuted = 100

type Muted = Omit<typeof annotation.$inferSelect, 'sessionSid' | 'muted' | 'createdDate' | 'editDate'>

const muted = sql<Muted[]>`(
  select coalesce(json_agg(json_build_object('sid', m.sid, 'type', m.type, 'startOffsetMs', m.start_offset_ms,
    'endOffsetMs', m.end_offset_ms, 'severity', m.severity, 'source', m.source, 'text', m.text)
    order by m.start_offset_ms, m.sid), '[]')
  from (select * from ${annotation} where ${annotation.sessionSid} = ${examSession.sid} and ${annotation.muted}
    order by ${annotation.startOffsetMs}, ${annotation.sid} limit ${sql.raw(String(maxMuted))}) m)`.mapWith(
  (rows: Muted[]): Muted[] => rows.map(({ sid, ...row }) => ({ ...row, sid: sidFromUuid('AN', sid) })),
)

/** The mails that were sent to the learner, oldest first: the kind and the time of each. */
const sentMessages = sql<string[]>`array(
  select ${message.kind} || ':' || instant_text(${message.finishedDate}) from ${message}
  where ${message.sessionSid} = ${examSession.sid} and ${message.status} = 'sent'
  order by ${message.finishedDate}, ${message.sid})`

/** The sids of open events whose type opens incidents and satisfies the condition. */
const openEvents = (condition: SQL) =>
  sql<SidOf<'ER'>[]>`array(
    select ${sessionEvent.sid} from ${sessionEvent}
    join ${eventType} on ${eventType.sid} = ${sessionEvent.eventTypeSid}
    where ${sessionEvent.sessionSid} = ${examSession.sid} and ${sessionEvent.status} = 'Open'
      and ${eventType.opensIncident} and ${condition})`.mapWith((uuids: string[]) =>
    uuids.map(uuid => sidFromUuid('ER', uuid)),
  )

/** Builds the statement that selects a session with everything that its record and its transitions need. */
export const findSession = prepared(sessionPathColumns, (db, path) =>
  db
    .select({
      session: getTableColumns(examSession),
      version: sql<string>`${examSession}.xmin::text`,
      account,
      install: installColumns,
      exam,
      course,
      enrollment,
      configuration: {
        // Drizzle detects a row of the left join by its first column, so this column must never be null in the view.
        instructorsOfSid: effective.instructorsOfSid,
        examOpenDate: effective.examOpenDate,
        examCloseDate: effective.examCloseDate,
        scheduleOpenDate: effective.scheduleOpenDate,
        scheduleCloseDate: effective.scheduleCloseDate,
        duration: effective.duration,
        attempts: effective.attempts,
        proctorTypes: effective.proctorTypes,
        modalityOptions: effective.modalityOptions,
        url: effective.url,
      },
      isAssigned: effective.isAssigned,
      entry: instructorProctor,
      policy: cancellationPolicyVersion,
      proctorGroup,
      reviewProcess,
      muted,
      ...sessionFiles,
      sentMessages,
      openIncidents: openEvents(sql`true`),
      /** Those of the open events that a review has found. */
      findings: openEvents(sql`${eventType.code} = 'review'`),
    })
    .from(examSession)
    .innerJoin(install, eq(install.sid, examSession.installSid))
    .innerJoin(account, eq(account.sid, install.accountSid))
    .innerJoin(exam, eq(exam.sid, examSession.examSid))
    .innerJoin(course, eq(course.sid, examSession.courseSid))
    .innerJoin(enrollment, eq(enrollment.sid, examSession.enrollmentSid))
    .leftJoin(
      effective,
      and(eq(effective.enrollmentSid, examSession.enrollmentSid), eq(effective.examSid, examSession.examSid)),
    )
    .leftJoin(instructorProctor, eq(instructorProctor.sid, examSession.instructorProctorSid))
    .leftJoin(
      cancellationPolicyVersion,
      eq(cancellationPolicyVersion.sid, examSession.cancellationPolicyVersionSid),
    )
    .leftJoin(proctorGroup, eq(proctorGroup.sid, examSession.proctorGroupSid))
    .leftJoin(reviewProcess, eq(reviewProcess.sid, examSession.proctorReviewProcessSid))
    .where(matchesSession(path)),
)

/** Builds the statement that selects the sid and the user of a session. */
export const findSessionSid = prepared(sessionPathColumns, (db, path) =>
  db
    .select({ sid: examSession.sid, userSid: examSession.userSid })
    .from(examSession)
    .where(matchesSession(path)),
)

/** The columns of an item of every list of sessions. */
export const itemColumns = {
  sid: examSession.sid,
  status: examSession.status,
  running: sql<boolean>`is_running(${examSession.status}, ${examSession.inProgressDate}, ${examSession.endedDate})`,
  endedDate: examSession.endedDate,
  sessionType: examSession.sessionType,
  appointmentDate: examSession.appointmentDate,
  createdDate: examSession.createdDate,
  editDate: examSession.editDate,
}

/** Returns the condition on the status. With `includeActive`, an attempt that is ahead or running matches too. */
const matchesStatus = ({ status, includeActive }: z.output<typeof EnrollmentSessionQuery>): SQL | undefined =>
  status && or(inArray(examSession.status, status), includeActive ? isActiveAttempt(examSession) : undefined)

const enrollmentExamPath = {
  installSid: examSession.installSid,
  examSid: examSession.examSid,
  enrollmentSid: examSession.enrollmentSid,
}

export const listEnrollmentSessions = preparedList(
  { path: enrollmentExamPath, filters: {} },
  (db, { installSid, examSid, enrollmentSid }, query: z.output<typeof EnrollmentSessionQuery>) =>
    paged(
      db,
      () =>
        db
          .select(itemColumns)
          .from(examSession)
          .where(
            and(
              eq(examSession.installSid, installSid),
              eq(examSession.enrollmentSid, enrollmentSid),
              eq(examSession.examSid, examSid),
              matchesStatus(query),
            ),
          )
          .$dynamic(),
      orderOf(query, { createdDate: examSession.createdDate }, ['createdDate'], examSession.sid),
      query,
    ),
)

const sortColumns = { createdDate: examSession.createdDate, appointmentDate: examSession.appointmentDate }

export const listExamSessionRows = (
  db: Database,
  { installSid, examSid }: ExamPath,
  query: z.output<typeof ExamSessionQuery>,
) =>
  paged(
    db,
    () =>
      db
        .select({ ...itemColumns, enrollmentSid: examSession.enrollmentSid, userSid: examSession.userSid })
        .from(examSession)
        .where(
          and(
            eq(examSession.installSid, installSid),
            eq(examSession.examSid, examSid),
            query.status && inArray(examSession.status, query.status),
            equals(examSession.enrollmentSid, query.enrollmentSid),
            equals(examSession.userSid, query.userSid),
            query.appointmentDateAfter && gte(examSession.appointmentDate, query.appointmentDateAfter),
            query.appointmentDateBefore && lt(examSession.appointmentDate, query.appointmentDateBefore),
          ),
        )
        .$dynamic(),
    orderOf(query, sortColumns, ['createdDate'], examSession.sid),
    query,
  )

/** Builds the statement that selects the exam and the enrollment of a path, if both belong to the same course. */
export const findPair = prepared(
  { installSid: exam.installSid, examSid: exam.sid, enrollmentSid: enrollment.sid },
  (db, { installSid, examSid, enrollmentSid }) =>
    db
      .select({ examSid: exam.sid, courseSid: exam.courseSid, userSid: enrollment.userSid })
      .from(enrollment)
      .innerJoin(exam, eq(exam.courseSid, enrollment.courseSid))
      .where(
        and(
          eq(enrollment.installSid, installSid),
          eq(enrollment.sid, enrollmentSid),
          eq(exam.installSid, installSid),
          eq(exam.sid, examSid),
        ),
      ),
)
