// The review of an attempt.

import { sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { noTable } from '../../../../db/guard.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { actorOf } from '../../../shared/auth/caller.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { guardNotErased } from '../../not-erased.ts'
import type { SessionRow } from '../read/find-session.ts'
import { Review } from '../read/schema.ts'
import { isRunning } from '../transitions.ts'
import { insertFinding, settleOpenEvents } from './findings.ts'
import { reviewBy } from './review-due.ts'
import { one, transitionRoute } from './transition-route.ts'

export const reviewSession = transitionRoute({
  ...one,
  method: 'post',
  path: `${one.path}/review`,
  action: 'sp:ReviewSession',
  summary: 'Review a session',
  description:
    '`violation` and `suspicious` turn the session into an incident and record an open event, "Found in review". `passed` closes the session and resolves that event; an incident with other open events remains one. While the attempt runs, it is only reported: its review remains to be done. If the review process has a second review, only `passed` by another reviewer than that of the first review completes it: until then the session remains in `Processing`.',
  body: Review,
  problems: ['second_reviewer_required', 'user_erased'],
  change: (row, { outcome, notes }, { db, caller }) => {
    const { session } = row
    const reviewer = actorOf(caller)
    const isFinal = completes(row, { outcome, reviewer })
    const reviewed = {
      ...(notes !== undefined && { notes }),
      // The attempt is still to be reviewed after its end.
      ...(!isRunning(session) && {
        reviewByUserSid: caller.token?.targetUserSid ?? null,
        ...(isFinal
          ? { reviewed: true, reviewCompletedDate: sql`coalesce(${examSession.reviewCompletedDate}, now())` }
          : { firstReviewer: session.firstReviewer ?? reviewer }),
      }),
    }
    const isFirstCompletion = isFinal && !isRunning(session) && session.reviewCompletedDate === null
    const consequences = {
      // A review without notes completes the attempt of an erased learner.
      ...(notes && { notErased: guardNotErased(db, session.sid) }),
      ...(isFirstCompletion && { notified: notifyComplete(db, session, outcome) }),
    }
    if (outcome === 'passed')
      return {
        trigger: 'pass',
        facts: { passCompletes: isFinal },
        values: () => {
          requireOtherReviewer(row, reviewer)
          return {
            ...reviewed,
            auditStatus: auditStatusOfPassed(row, isFinal),
            ...(!isFinal && {
              reviewByDate: sql`coalesce(${examSession.reviewByDate}, ${reviewBy(session.proctorReviewProcessSid)})`,
            }),
          }
        },
        after: { resolved: settleOpenEvents(db, session.sid, 'Resolved', 'findings'), ...consequences },
      }
    const sessionReportCount = sql`${examSession.sessionReportCount} + 1`
    return {
      trigger: 'report',
      values: () => ({ ...reviewed, sessionReportCount, statusReason: outcome, auditStatus: 'Open' }),
      after: {
        ...insertFinding(db, session, {
          details: notes ?? null,
          reviewerSid: caller.token?.targetUserSid ?? null,
        }),
        ...consequences,
      },
    }
  },
})

type ReviewInput = { outcome: string; reviewer: string }

/** Whether the review process of the attempt has a second review. */
const hasSecondReview = ({ session, reviewProcess }: SessionRow): boolean =>
  session.reviewRequired && !session.reviewed && (reviewProcess?.secondReview ?? false)

/** Returns whether the review is complete with this outcome. */
function completes(row: SessionRow, { outcome, reviewer }: ReviewInput): boolean {
  const { firstReviewer } = row.session
  if (!hasSecondReview(row)) return true
  return outcome === 'passed' && firstReviewer !== null && firstReviewer !== reviewer
}

/** @throws Problem `second_reviewer_required` if the reviewer did the first review of an attempt that has a second */
function requireOtherReviewer(row: SessionRow, reviewer: string): void {
  if (hasSecondReview(row) && row.session.firstReviewer === reviewer)
    throw new Problem('second_reviewer_required', 'Another reviewer must pass the attempt.')
}

/** Builds the statement that sends the notification of a complete review, if the session has an address for it. */
const notifyComplete = (db: Database, { sid }: SessionRow['session'], outcome: string) =>
  db
    .select({
      notified: sql<string>`notify_review_complete(${sql.param(sid, examSession.sid)}::uuid, ${outcome})`,
    })
    .from(noTable)

const secondReview = 'Second Review'

/** Returns whether the audit status is that of a review to be done. */
export const isReviewStatus = (auditStatus: string | null): boolean =>
  auditStatus === 'Overdue' || auditStatus === secondReview

/** An incident follows its events. A review that was overdue, or had a second, has passed. */
function auditStatusOfPassed(
  { session, openIncidents, findings }: SessionRow,
  isFinal: boolean,
): string | null {
  const isIncident = session.status === 'Incident'
  if (isIncident && openIncidents.length > findings.length) return 'Open'
  if (!isFinal) return session.auditStatus === 'Overdue' ? session.auditStatus : secondReview
  if (isReviewStatus(session.auditStatus)) return 'Passed'
  return isIncident ? 'Resolved' : session.auditStatus
}
