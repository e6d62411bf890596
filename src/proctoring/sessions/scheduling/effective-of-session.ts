import { and, eq, sql } from 'drizzle-orm'
import { examSession } from '../../../../db/schema/session.ts'
import { effectiveConfiguration as effective } from '../../../../db/schema/views.ts'
import type { SidOf } from '../../../../db/sid.ts'

/**
 * Returns the condition that selects the effective configuration of a session. It has no join with the session: Postgres would
 * then compute the configurations of all enrollments first, because it orders at most 8 joined tables by their cost.
 */
export function isEffectiveFor(sessionSid: SidOf<'ES'>) {
  const own = sql.param(sessionSid, examSession.sid)
  return and(
    eq(
      effective.enrollmentSid,
      sql`(select own.enrollment_sid from ${examSession} own where own.sid = ${own})`,
    ),
    eq(effective.examSid, sql`(select own.exam_sid from ${examSession} own where own.sid = ${own})`),
  )
}
