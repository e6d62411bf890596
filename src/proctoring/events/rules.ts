// What an event means for its session: pure decisions.

import { sql } from 'drizzle-orm'
import { examSession } from '../../../db/schema/session.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { Change } from '../sessions/lifecycle/change.ts'
import type { SessionRow } from '../sessions/read/queries.ts'

type Event = { sid: SidOf<'ER'>; opensIncident: boolean }

const stays: Change = { trigger: undefined, values: () => undefined }

const reported = () => ({
  sessionReportCount: sql`${examSession.sessionReportCount} + 1`,
  auditStatus: 'Open',
})

/** A new event of a kind that opens incidents makes the session one, or adds to the one that it is. */
export function onNewEvent(
  { status }: SessionRow['session'],
  { opensIncident }: Pick<Event, 'opensIncident'>,
): Change {
  if (!opensIncident) return stays
  return { trigger: status === 'Incident' ? undefined : 'report', values: reported }
}

/** The incident ends with its last open event, and begins anew when an event is opened again. */
export function onEventStatus(
  { session, openIncidents }: Pick<SessionRow, 'session' | 'openIncidents'>,
  { sid, opensIncident }: Event,
  status: string | undefined,
): Change {
  if (!opensIncident || status === undefined) return stays
  const isIncident = session.status === 'Incident'
  const isOpen = openIncidents.includes(sid)
  if (status === 'Open' && !isOpen && !isIncident)
    return { trigger: 'report', values: () => ({ auditStatus: 'Open' }) }
  if (!isIncident) return stays
  const isLast = status !== 'Open' && isOpen && openIncidents.length === 1
  // The session is written even where it stays an incident: of two who end its last events the second must see the first.
  return { trigger: isLast ? 'settle' : undefined, values: () => ({ auditStatus: isLast ? status : 'Open' }) }
}
