// Labels of session statuses.

import type { Session, ShownSession } from './records.ts'
import { element } from './view.ts'

type Tone = 'wait' | 'good' | 'live' | 'bad' | 'over'

const words: Record<Session['status'], readonly [string, Tone]> = {
  'Needs Proctor': ['Needs an appointment', 'wait'],
  'Pending Approval': ['Waiting for approval', 'wait'],
  'Approval Denied': ['Appointment denied', 'bad'],
  Scheduled: ['Scheduled', 'good'],
  Processing: ['In review', 'wait'],
  Incident: ['Incident', 'bad'],
  Closed: ['Closed', 'over'],
}

function statusWord({
  status,
  sessionInfo,
}: Pick<Session, 'status'> & Partial<Pick<Session, 'sessionInfo'>>): readonly [string, Tone] {
  if (sessionInfo?.running) return ['In progress', 'live']
  if (sessionInfo?.cancelled) return ['Cancelled', 'over']
  return words[status]
}

/** Returns the status as a badge with a text and a colour. */
export function badge(session: Session | ShownSession): HTMLElement {
  const [word, tone] = statusWord(session)
  return element('span', { class: `badge ${tone}` }, word)
}

const reasons: Record<string, string> = {
  'no-show': 'the learner did not come',
  'changed-time': 'the time was changed',
  'technical-issue': 'of a technical issue',
  'other-reason': 'of another reason',
  withdrawn: 'the enrollment has ended',
  'removed-by-limited-scope': 'the exam is no longer assigned',
}

/** Returns the reason of the status as a sentence, or undefined when there is none. */
export function reasonOf({ statusReason, sessionInfo, status }: Session): string | undefined {
  if (!statusReason) return undefined
  if (sessionInfo.cancelled) return `It was cancelled because ${reasons[statusReason] ?? statusReason}.`
  if (status === 'Approval Denied') return `Reason: ${statusReason}`
  return undefined
}
