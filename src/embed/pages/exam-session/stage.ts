// Pure functions that derive the displayed stage of a session.

import type { Session } from '../shared/records.ts'
import { reasonOf } from '../shared/status.ts'
import { durationOf, hourOf } from '../shared/times.ts'
import { t } from '../text/texts.ts'

const minute = 60_000

/** The same limit as in the API: how long before its appointment a session may start. */
const early = 15 * minute

/** Returns the earliest start in epoch milliseconds, or Infinity when the session has no appointment. */
export function opensAt({ status, appointmentDate, inProgressDate }: Session): number {
  if (status !== 'Scheduled' || inProgressDate !== null) return Number.POSITIVE_INFINITY
  return appointmentDate === null ? 0 : Date.parse(appointmentDate) - early
}

/** Returns the end of a running session in epoch milliseconds, or undefined when it has no time limit. */
export function endOf({ appointmentEndDate, inProgressDate, duration }: Session): number | undefined {
  if (appointmentEndDate !== null) return Date.parse(appointmentEndDate)
  if (inProgressDate === null || duration === null) return undefined
  return Date.parse(inProgressDate) + duration * minute
}

/** Returns whether the learner takes the exam, also while an incident is open. */
export const isTaking = ({ sessionInfo }: Session): boolean => sessionInfo.running

export function sentence(session: Session, now: number): string {
  const { status, sessionInfo } = session
  const words = [sessionInfo.cancelled ? t.stage.cancelled : stage()]
  const reason = reasonOf(session)
  if (reason !== undefined) words.push(reason)
  return words.join(' ')

  function stage(): string {
    if (sessionInfo.running) return isOver(session, now) ? t.stage.over : t.stage.running
    return status === 'Scheduled' ? ahead(session, now) : t.stage[status]
  }
}

const isOver = (session: Session, now: number): boolean => (endOf(session) ?? now) < now

function ahead(session: Session, now: number): string {
  const { appointmentDate } = session
  const opens = opensAt(session)
  if (now < opens) {
    const isToday = opens - now < 12 * 60 * minute
    return isToday ? t.stage.startsToday(hourOf(opens)) : t.stage.startsEarly(durationOf(early))
  }
  const isLate = appointmentDate !== null && Date.parse(appointmentDate) < now
  return isLate ? t.stage.late : t.stage.now
}
