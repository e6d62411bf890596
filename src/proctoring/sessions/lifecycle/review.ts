// The review of an attempt.

import { sql } from 'drizzle-orm'
import { examSession } from '../../../../db/schema/session.ts'
import type { SessionRow } from '../read/queries.ts'
import { Review } from '../read/schema.ts'
import { isRunning } from '../transitions.ts'
import { insertFinding, settleOpenEvents } from './findings.ts'
import { one, transitionRoute } from './transition-route.ts'

export const reviewSession = transitionRoute({
  ...one,
  method: 'post',
  path: `${one.path}/review`,
  action: 'sp:ReviewSession',
  summary: 'Review a session',
  description:
    '`violation` and `suspicious` turn the session into an incident and record an open event, "Found in review". `passed` closes the session and resolves that event; an incident with other open events remains one. While the attempt runs, it is only reported: its review remains to be done.',
  body: Review,
  change: (row, { outcome, notes }, { db, caller }) => {
    const { session } = row
    const reviewerSid = caller.token?.targetUserSid ?? null
    const reviewed = {
      ...(notes !== undefined && { notes }),
      // The attempt is still to be reviewed after its end.
      ...(!isRunning(session) && {
        reviewed: true,
        reviewCompletedDate: sql`coalesce(${examSession.reviewCompletedDate}, now())`,
        reviewByUserSid: reviewerSid,
      }),
    }
    if (outcome === 'passed')
      return {
        trigger: 'pass',
        values: () => ({ ...reviewed, auditStatus: auditStatusOfPassed(row) }),
        after: { resolved: settleOpenEvents(db, session.sid, 'Resolved', 'findings') },
      }
    const sessionReportCount = sql`${examSession.sessionReportCount} + 1`
    return {
      trigger: 'report',
      values: () => ({ ...reviewed, sessionReportCount, statusReason: outcome, auditStatus: 'Open' }),
      after: insertFinding(db, session, { details: notes ?? null, reviewerSid }),
    }
  },
})

/** An incident follows its events; a review that was overdue has passed. */
function auditStatusOfPassed({ session, openIncidents, findings }: SessionRow): string | null {
  if (session.auditStatus === 'Overdue') return 'Passed'
  if (session.status !== 'Incident') return session.auditStatus
  return openIncidents.length > findings.length ? 'Open' : 'Resolved'
}
