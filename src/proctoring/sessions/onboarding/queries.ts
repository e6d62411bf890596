import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { course } from '../../../../db/schema/catalog.ts'
import { apiCredential } from '../../../../db/schema/credential.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { onboardingLink } from '../../../../db/schema/onboarding.ts'
import { operator, signInSession } from '../../../../db/schema/operator.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { tokenState } from '../../../../db/schema/sts.ts'
import { user } from '../../../../db/schema/user.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import { credentialIsLive } from '../../../shared/auth/credential-lookup.ts'
import { isUnexpired } from '../../../shared/auth/session-lookup.ts'

/** Builds the statement that inserts a link for a session. It inserts no row if the learner is erased. */
export const insertLink = (
  db: Database,
  sessionSid: SidOf<'ES'>,
  secretHash: string,
  ttlMinutes: number,
  requester: Caller,
) => {
  const value = (column: PgColumn, input: unknown) =>
    sql`${sql.param(input, column)}::${sql.raw(column.getSQLType())}`
  const ofOperator = requester.kind === 'session'
  const credentialSid = ofOperator ? null : requester.credentialSid
  return db
    .insert(onboardingLink)
    .select(
      db
        .select({
          secretHash: value(onboardingLink.secretHash, secretHash).as('secret_hash'),
          sessionSid: examSession.sid,
          expiresAt: sql`now() + ${ttlMinutes}::int * interval '1 minute'`.as('expires_at'),
          usedAt: sql`null::timestamptz`.as('used_at'),
          credentialSid: value(onboardingLink.credentialSid, credentialSid).as('credential_sid'),
          familySid: value(onboardingLink.familySid, requester.token?.familySid ?? null).as('family_sid'),
          signInSessionSid: value(
            onboardingLink.signInSessionSid,
            ofOperator ? requester.sessionSid : null,
          ).as('sign_in_session_sid'),
        })
        .from(examSession)
        .innerJoin(user, eq(user.sid, examSession.userSid))
        .where(and(eq(examSession.sid, sessionSid), isNull(user.erasedDate))),
    )
    .returning()
}

/**
 * Whether the requester of the link is active: its credential, if any, is active, the token family that it used, if any,
 * has an active token, and the session of the operator, if any, has not ended.
 */
const hasActiveRequester = and(
  sql`(${onboardingLink.credentialSid} is null or exists (
    select from ${apiCredential} where ${apiCredential.sid} = ${onboardingLink.credentialSid} and ${credentialIsLive}))`,
  sql`(${onboardingLink.familySid} is null or exists (
    select from ${tokenState} where ${tokenState.familySid} = ${onboardingLink.familySid} and ${tokenState.inactiveReason} is null))`,
  sql`(${onboardingLink.signInSessionSid} is null or exists (
    select from ${signInSession} join ${operator} on ${operator.sid} = ${signInSession.operatorSid}
    where ${signInSession.sid} = ${onboardingLink.signInSessionSid} and ${isUnexpired} and ${operator.disabledDate} is null))`,
)

const hasUnerasedLearner = sql`exists (select from ${examSession} join ${user} on ${user.sid} = ${examSession.userSid}
  where ${examSession.sid} = ${onboardingLink.sessionSid} and ${user.erasedDate} is null)`

/**
 * Builds the statements of one batch that mark the link as used and start the system check of its session. They keep an
 * existing start date.
 * @throws Problem `not_found` if the link is unknown, used or expired, if its credential or token is inactive, or if
 *   the learner is erased
 * @returns no session if the session is not scheduled
 */
export function redeemLink(db: Database, secretHash: string) {
  const link = eq(onboardingLink.secretHash, secretHash)
  const redeemable = and(
    link,
    isNull(onboardingLink.usedAt),
    gt(onboardingLink.expiresAt, sql`now()`),
    hasActiveRequester,
    hasUnerasedLearner,
  )
  const session = db.select({ sid: onboardingLink.sessionSid }).from(onboardingLink).where(link)
  return {
    // Locks the link: the second of two concurrent requests reads it as used.
    redeemable: guard(
      db,
      sql`(select true from ${onboardingLink} where ${redeemable} for update)`,
      'not_found',
    ),
    used: db.update(onboardingLink).set({ usedAt: sql`now()` }).where(link),
    systemCheckStarted: db
      .update(examSession)
      .set({
        systemCheckStartDate: sql`coalesce(${examSession.systemCheckStartDate}, now())`,
        editDate: sql`now()`,
      })
      .where(and(inArray(examSession.sid, session), eq(examSession.status, 'Scheduled'))),
    sessions: db
      .select({
        sessionSid: examSession.sid,
        courseTitle: course.title,
        examTitle: exam.title,
        appointmentDate: examSession.appointmentDate,
        appointmentEndDate: examSession.appointmentEndDate,
        duration: examSession.duration,
        systemCheckStartDate: examSession.systemCheckStartDate,
      })
      .from(examSession)
      .innerJoin(exam, eq(exam.sid, examSession.examSid))
      .innerJoin(course, eq(course.sid, examSession.courseSid))
      .where(and(inArray(examSession.sid, session), eq(examSession.status, 'Scheduled'))),
  }
}
