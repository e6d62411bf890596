import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { examConfiguration } from '../../../../db/schema/exam.ts'
import { install } from '../../../../db/schema/tenancy.ts'
import { entitlementOf } from '../effective-of-session.ts'
import type { SessionRow } from '../read/find-session.ts'

/**
 * Builds the guards that precede the scheduling, the approval and the start of a session: the learner has an attempt left,
 * and the configuration of the exam is approved where the install demands it. An exam without a configuration limits neither.
 * @throws Problem `no_attempts_left`, `exam_not_approved`
 */
export const mayTakeExam = (db: Database, { installSid, enrollmentSid, examSid }: SessionRow['session']) => ({
  attempts: guard(
    db,
    sql`coalesce((select has_attempts_left from ${entitlementOf({ enrollmentSid, examSid })}), true)`,
    'no_attempts_left',
  ),
  approved: guard(
    db,
    sql`coalesce((select ${examConfiguration.approved} or not ${install.requireManagerExamApproval}
      from ${examConfiguration} join ${install} on ${install.sid} = ${sql.param(installSid, install.sid)}
      where ${and(eq(examConfiguration.examSid, examSid), eq(examConfiguration.type, 'primary'))}), true)`,
    'exam_not_approved',
  ),
})
