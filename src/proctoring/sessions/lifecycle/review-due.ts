// When the review of an attempt is due, and what its exam sets for it.

import { eq, type SQL, sql } from 'drizzle-orm'
import { reviewProcess } from '../../../../db/schema/proctoring.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { SessionRow } from '../read/find-session.ts'

/** The time after the end of an attempt until its review is due, if it has no review process. */
export const reviewHours = 48

/** Returns when the review is due of an attempt that ends, or whose incident ends, now. */
export const reviewBy = (processSid: SidOf<'RP'> | null): SQL => {
  const hours =
    processSid === null
      ? sql`null::integer`
      : sql`(select ${reviewProcess.hoursUntilDue} from ${reviewProcess} where ${eq(reviewProcess.sid, processSid)})`
  return sql`now() + coalesce(${hours}, ${reviewHours}::integer) * interval '1 hour'`
}

/** Returns what a session copies from its exam, when its appointment is made and when its attempt ends. */
export const reviewSettingsOf = ({
  reviewProcessSid,
  reviewCompleteNotificationUrl,
}: SessionRow['exam']) => ({
  proctorReviewProcessSid: reviewProcessSid,
  reviewCompleteNotificationUrl,
})
