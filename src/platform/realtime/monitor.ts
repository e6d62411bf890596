// The sessions of an exam, for its monitor.

import { and, desc, eq, sql } from 'drizzle-orm'
import { batch, type Database } from '../../../db/client.ts'
import { eventType, sessionEvent } from '../../../db/schema/event.ts'
import { exam } from '../../../db/schema/exam.ts'
import { examSession } from '../../../db/schema/session.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import { type MonitoredExam, MonitoredRequest, maxMonitored } from '../../shared/realtime/monitor.ts'
import type { PlatformEnv } from '../env.ts'

/** Selects the exam of the application. */
const findExam = (db: Database, { applicationSid, examSid }: MonitoredRequest) =>
  db
    .select({ sid: exam.sid, title: exam.title })
    .from(exam)
    .innerJoin(install, eq(install.sid, exam.installSid))
    .where(and(eq(exam.sid, examSid), eq(install.applicationSid, applicationSid)))

/** Selects the newest sessions of an exam of the application. */
const findSessions = (db: Database, { applicationSid, examSid }: MonitoredRequest) =>
  db
    .select({
      sessionSid: examSession.sid,
      userSid: examSession.userSid,
      firstName: user.firstName,
      lastName: user.lastName,
      status: examSession.status,
      openIncidents: sql<number>`(select count(*)::int from ${sessionEvent}
        join ${eventType} on ${eventType.sid} = ${sessionEvent.eventTypeSid}
        where ${sessionEvent.sessionSid} = ${examSession.sid} and ${sessionEvent.status} = 'Open'
          and ${eventType.opensIncident})`,
    })
    .from(examSession)
    .innerJoin(user, eq(user.sid, examSession.userSid))
    .innerJoin(install, eq(install.sid, examSession.installSid))
    .where(and(eq(examSession.examSid, examSid), eq(install.applicationSid, applicationSid)))
    .orderBy(desc(examSession.createdDate), desc(examSession.sid))
    .limit(maxMonitored)

/** Returns the exam with its sessions, in one round trip. @throws Error if the application has no such exam */
export async function readMonitored({ db }: Pick<PlatformEnv, 'db'>, body: unknown): Promise<MonitoredExam> {
  const request = MonitoredRequest.parse(body)
  const { exams, learners } = await batch(db, {
    exams: findExam(db, request),
    learners: findSessions(db, request),
  })
  const [found] = exams
  if (!found) throw new Error('The application has no such exam.')
  return { exam: found, learners }
}
