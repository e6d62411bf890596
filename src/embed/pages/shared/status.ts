// Labels of session statuses.

import type { SessionReason } from '../../../shared/session-reasons.ts'
import { t } from '../text/texts.ts'
import type { Session, ShownSession } from './records.ts'
import { element } from './view.ts'

type Tone = 'wait' | 'good' | 'live' | 'bad' | 'over'

const tones: Record<Session['status'], Tone> = {
  'Needs Proctor': 'wait',
  'Pending Approval': 'wait',
  'Approval Denied': 'bad',
  Scheduled: 'good',
  Processing: 'wait',
  Incident: 'bad',
  Closed: 'over',
}

/** Whether the session is in progress, of a list entry or of a record. */
export const isRunning = (session: Session | ShownSession): boolean =>
  'running' in session ? session.running : session.sessionInfo.running

function statusWord(session: Session | ShownSession): readonly [string, Tone] {
  if (isRunning(session)) return [t.status.running, 'live']
  if ('sessionInfo' in session && session.sessionInfo.cancelled) return [t.status.cancelled, 'over']
  return [t.status[session.status], tones[session.status]]
}

/** Returns the status as badges, each with a text and a colour: a running session with an open incident has two. */
export function badges(session: Session | ShownSession): HTMLElement {
  const words = [statusWord(session)]
  if (isRunning(session) && session.status === 'Incident') words.push([t.status.Incident, tones.Incident])
  return element(
    'span',
    { class: 'badges' },
    ...words.map(([word, tone]) => element('span', { class: `badge ${tone}` }, word)),
  )
}

const isReason = (code: string): code is SessionReason => Object.hasOwn(t.reasons, code)

/** Returns the reason of the status as a sentence, or undefined when there is none. */
export function reasonOf({ statusReason, sessionInfo, status }: Session): string | undefined {
  if (!statusReason) return undefined
  if (status === 'Approval Denied') return t.record.denied(statusReason)
  // The other codes are outcomes of reviews, and are not reasons for learners.
  if (!isReason(statusReason)) return undefined
  const reason = t.reasons[statusReason]
  return sessionInfo.cancelled ? t.record.cancelled(reason) : t.record.reason(reason)
}
