// The status of a session.

import { Badge, type Tone } from './parts.tsx'

export const sessionStatuses = [
  'Needs Proctor',
  'Pending Approval',
  'Approval Denied',
  'Scheduled',
  'Incident',
  'Processing',
  'Closed',
] as const

export type SessionStatus = (typeof sessionStatuses)[number]

export const isSessionStatus = (text: string): text is SessionStatus =>
  sessionStatuses.some(status => status === text)

const tones: Record<SessionStatus, Tone> = {
  'Needs Proctor': 'wait',
  'Pending Approval': 'wait',
  'Approval Denied': 'bad',
  Scheduled: 'good',
  Incident: 'bad',
  Processing: 'live',
  Closed: 'over',
}

type StatusProps = {
  status: SessionStatus
  running: boolean
  names: Record<SessionStatus, string>
  live: string
}

/** The status as the console calls it. Running is not a status, but what matters most. */
export function StatusBadge({ status, running, names, live }: StatusProps) {
  return (
    <span className="badges">
      <Badge tone={tones[status]}>{names[status]}</Badge>
      {running && <Badge tone="live">{live}</Badge>}
    </span>
  )
}
