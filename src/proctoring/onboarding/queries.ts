import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam } from '../../../db/schema/exam.ts'
import { examSession, onboardingLink } from '../../../db/schema/session.ts'
import type { SidOf } from '../../../db/sid.ts'

export const insertLink = (
  db: Database,
  sessionSid: SidOf<'ES'>,
  secretHash: string,
  lifetimeMinutes: number,
) =>
  db
    .insert(onboardingLink)
    .values({ secretHash, sessionSid, expiresAt: sql`now() + ${lifetimeMinutes} * interval '1 minute'` })
    .returning()

/**
 * Unsent, for one batch: uses the link up, and begins the system check of its session; the first time stands.
 * @throws Problem `not_found` for a link that is unknown, used or expired, and for a session that is closed
 */
export function useLink(db: Database, secretHash: string) {
  const link = eq(onboardingLink.secretHash, secretHash)
  const unused = and(link, isNull(onboardingLink.usedAt), gt(onboardingLink.expiresAt, sql`now()`))
  const session = db.select({ sid: onboardingLink.sessionSid }).from(onboardingLink).where(link)
  return {
    // The row is held, so that of two who come at once the second finds it used.
    unused: guard(db, sql`(select true from ${onboardingLink} where ${unused} for update)`, 'not_found'),
    used: db.update(onboardingLink).set({ usedAt: sql`now()` }).where(link),
    begun: db
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
