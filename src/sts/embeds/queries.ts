// The data of an embed. The secret alone selects it, so that one round trip reads it with the caller's authority.

import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { eventType } from '../../../db/schema/event.ts'
import { exam } from '../../../db/schema/exam.ts'
import { examSession } from '../../../db/schema/session.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { tokenColumns } from '../../shared/auth/credential-lookup.ts'

const maxSessions = 100
const maxEventTypes = 100

const isOwn = eq(examSession.userSid, tokenState.targetUserSid)

/** The uuid of the token's resource if it is a sid with this prefix, or else null. */
const resourceAs = (prefix: string): SQL =>
  sql`(case when ${tokenState.resource} ~ ${`^${prefix}[0-9a-f]{32}$`} then substr(${tokenState.resource}, 3)::uuid end)`

/**
 * Whether the embed shows a session. With a resource: that session, or the sessions of that exam. Without one: for a
 * proctoring-session the sessions that are scheduled or in progress, for other elements those of the user. An
 * exam-session shows only sessions of its user.
 */
const isVisible = and(
  eq(examSession.installSid, tokenState.installSid),
  or(sql`${tokenState.elementType} <> 'exam-session'`, isOwn),
  or(
    sql`${examSession.sid} = ${resourceAs('ES')}`,
    sql`${examSession.examSid} = ${resourceAs('EX')}`,
    and(eq(tokenState.resource, '*'), sql`${tokenState.elementType} <> 'proctoring-session'`, isOwn),
    and(
      eq(tokenState.resource, '*'),
      eq(tokenState.elementType, 'proctoring-session'),
      sql`${examSession.appointmentDate} > now() - interval '1 day'`,
      sql`${examSession.status} in ('Scheduled', 'Processing', 'Incident')`,
    ),
  ),
)

/** Selects the token with this secret as `readToken` does, with its expiry and the origins that may embed. */
export const findEmbed = prepared({ secretHash: tokenState.secretHash }, (db, { secretHash }) =>
  db
    .select({
      token: {
        ...tokenColumns,
        expiresAt: tokenState.expiresAt,
        absoluteExpiresAt: tokenState.absoluteExpiresAt,
      },
      allowedOrigins: install.allowedEmbedOrigins,
    })
    .from(tokenState)
    .innerJoin(install, eq(install.sid, tokenState.installSid))
    .where(eq(tokenState.secretHash, secretHash)),
)

export const listEmbedSessions = (db: Database, secretHash: string) =>
  db
    .select({
      sid: examSession.sid,
      examSid: examSession.examSid,
      enrollmentSid: examSession.enrollmentSid,
      examTitle: exam.title,
      learner: sql<string>`concat_ws(' ', ${user.firstName}, ${user.lastName})`,
      status: examSession.status,
      appointmentDate: examSession.appointmentDate,
    })
    .from(tokenState)
    .innerJoin(examSession, isVisible)
    .innerJoin(exam, eq(exam.sid, examSession.examSid))
    .innerJoin(user, eq(user.sid, examSession.userSid))
    .where(eq(tokenState.secretHash, secretHash))
    .orderBy(sql`${examSession.appointmentDate} desc nulls last`, desc(examSession.createdDate))
    .limit(maxSessions)

export const listEmbedEventTypes = (db: Database, secretHash: string) =>
  db
    .select({ sid: eventType.sid, name: eventType.name })
    .from(tokenState)
    .innerJoin(eventType, eq(eventType.installSid, tokenState.installSid))
    .where(and(eq(tokenState.secretHash, secretHash), eq(tokenState.elementType, 'proctoring-session')))
    .orderBy(eventType.name, eventType.sid)
    .limit(maxEventTypes)

export const findFrame = (db: Database, sid: SidOf<'AI'>) =>
  db.select({ allowedOrigins: install.allowedEmbedOrigins }).from(install).where(eq(install.sid, sid))
