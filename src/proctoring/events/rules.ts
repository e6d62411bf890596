// Decides how an event changes the status of its session. Pure functions.

import { sql } from 'drizzle-orm'
import { examSession } from '../../../db/schema/session.ts'
import type { SidOf } from '../../../db/sid.ts'
import { invalid, unknownSid } from '../../shared/problems/field-errors.ts'
import type { Change } from '../sessions/lifecycle/change.ts'
import { reviewBy } from '../sessions/lifecycle/review-due.ts'
import type { SessionRow } from '../sessions/read/find-session.ts'
import { isRunning } from '../sessions/transitions.ts'

/**
 * Returns the type of a new event.
 * @throws Problem `invalid_request` if the install does not have the type, or the type is retired
 */
export function requireUsable<T extends { retiredDate: Date | null }>(
  [type]: readonly T[],
  sid: SidOf<'ET'>,
): T {
  if (!type) throw invalid(unknownSid('eventTypeSid', 'event type', sid))
  if (type.retiredDate !== null)
    throw invalid({ path: 'eventTypeSid', code: 'invalid_value', message: 'The event type is retired.' })
  return type
}

type Event = { sid: SidOf<'ER'>; opensIncident: boolean }

const unchanged: Change = { trigger: undefined, values: () => undefined }

const reportValues = () => ({
  sessionReportCount: sql`${examSession.sessionReportCount} + 1`,
  auditStatus: 'Open',
})

/**
 * Returns the change of a session after a new event. An event whose type opens incidents starts or extends an incident.
 */
export function onNewEvent(
  { status }: SessionRow['session'],
  { opensIncident }: Pick<Event, 'opensIncident'>,
): Change {
  if (!opensIncident) return unchanged
  return { trigger: status === 'Incident' ? undefined : 'report', values: reportValues }
}

/** Returns whether the attempt moves to review when its incident ends. */
const awaitsReview = (session: SessionRow['session']): boolean =>
  !isRunning(session) && session.reviewRequired && !session.reviewed

/**
 * Returns the change of a session after a status change of one of its events. An incident ends with its last open
 * event. Reopening an event starts an incident again.
 */
export function onEventStatus(
  { session, openIncidents }: Pick<SessionRow, 'session' | 'openIncidents'>,
  { sid, opensIncident }: Event,
  status: string | undefined,
): Change {
  if (!opensIncident || status === undefined) return unchanged
  const isIncident = session.status === 'Incident'
  const isOpen = openIncidents.includes(sid)
  if (status === 'Open' && !isOpen && !isIncident)
    return { trigger: 'report', values: () => ({ auditStatus: 'Open' }) }
  if (!isIncident) return unchanged
  const isLast = status !== 'Open' && isOpen && openIncidents.length === 1
  // Updates the session even if the incident continues. If two requests close the last two events concurrently, the
  // version check fails for one request, which then reads the result of the other.
  return {
    trigger: isLast ? 'resolve' : undefined,
    values: () => ({
      auditStatus: isLast ? status : 'Open',
      ...(isLast && awaitsReview(session) && { reviewByDate: reviewBy(session.proctorReviewProcessSid) }),
    }),
  }
}
