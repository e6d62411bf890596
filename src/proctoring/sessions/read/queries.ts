import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import type { Placeholders } from '../../../../db/parameters.ts'
import { prepared } from '../../../../db/prepared.ts'
import { enrollment } from '../../../../db/schema/catalog.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { examSession, isActiveAttempt } from '../../../../db/schema/session.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { equals } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { preparedList } from '../../../shared/http/prepared-list.ts'
import type { EnrollmentSessionQuery, ExamSessionQuery } from './schema.ts'

type ExamPath = { installSid: SidOf<'AI'>; examSid: SidOf<'EX'> }
export type SessionPath = ExamPath & { sessionSid: SidOf<'ES'> }

/** The columns that the values of a session's path select. */
export const sessionPathColumns = {
  installSid: examSession.installSid,
  examSid: examSession.examSid,
  sessionSid: examSession.sid,
}

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
