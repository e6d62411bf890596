// Checks an appointment against the windows and computes its end. Pure functions.

import { Problem } from '../../../shared/problems/problem.ts'

const minuteMs = 60_000

/** The tolerance for client clocks that are behind. An appointment can start this long before the current time. */
const graceMs = 5 * minuteMs

/** The time before its appointment from which a session can be started. */
export const earlyStartMs = 15 * minuteMs

type Windows = {
  examOpenDate: Date | null
  examCloseDate: Date | null
  scheduleOpenDate: Date | null
  scheduleCloseDate: Date | null
  /** Minutes. */
  duration: number | null
}

/** The least time that an appointment must leave before the exam closes. */
const minLengthMs = 5 * minuteMs

/** Returns whether `at` is in the half-open window; a null bound is unlimited. */
const isWithin = (at: Date, from: Date | null, to: Date | null): boolean =>
  (from === null || at >= from) && (to === null || at < to)

const outsideWindow = (subject: string, from: Date | null, to: Date | null) => {
  const bounds = [from && ` from ${from.toISOString()}`, to && ` until ${to.toISOString()}`]
  return new Problem('outside_window', `${subject}${bounds.filter(Boolean).join('')}.`, {
    members: { window: { start: from, end: to } },
  })
}

type Appointed = {
  session: { appointmentDate: Date | null; appointmentEndDate: Date | null }
  install: { noShowGraceMinutes: number }
  configuration: { examCloseDate: Date | null } | null
}

/**
 * Checks that a session which has not started can still be taken.
 * @throws Problem `outside_window` if the exam has closed for the learner, or the appointment is over by the grace of the
 *   install
 */
export function requireNotOver({ session, install, configuration }: Appointed, now: Date): void {
  const { appointmentDate, appointmentEndDate } = session
  const examCloseDate = configuration?.examCloseDate ?? null
  if (examCloseDate && now >= examCloseDate) throw outsideWindow('The exam was open', null, examCloseDate)
  if (!appointmentEndDate) return
  const end = new Date(appointmentEndDate.getTime() + install.noShowGraceMinutes * minuteMs)
  if (now >= end) throw outsideWindow('The session could be started', appointmentDate, end)
}

/**
 * Returns the end of an appointment: `start` plus the effective duration, but at the latest the close date of the exam.
 * Returns null if the exam has neither a duration nor a close date.
 * @throws Problem `outside_window` if the current time or `start` is outside its windows, or `start` is in the past;
 *   `window_too_short` if the exam closes less than 5 minutes after `start`
 */
export function appointmentEnd(start: Date, windows: Windows, now: Date): Date | null {
  const { examCloseDate, scheduleOpenDate, scheduleCloseDate, duration } = windows
  if (!isWithin(now, scheduleOpenDate, scheduleCloseDate))
    throw outsideWindow('Scheduling is open', scheduleOpenDate, scheduleCloseDate)
  requireInExamWindow(start, windows, now)
  if (examCloseDate && examCloseDate.getTime() - start.getTime() < minLengthMs)
    throw new Problem('window_too_short', `The exam closes at ${examCloseDate.toISOString()}.`)
  if (duration === null) return examCloseDate
  const end = new Date(start.getTime() + duration * minuteMs)
  return examCloseDate && end > examCloseDate ? examCloseDate : end
}

/**
 * Checks the start of an appointment that is made or approved.
 * @throws Problem `outside_window` if it is outside the window of the exam or in the past
 */
export function requireInExamWindow(
  start: Date,
  { examOpenDate, examCloseDate }: Pick<Windows, 'examOpenDate' | 'examCloseDate'>,
  now: Date,
): void {
  if (!isWithin(start, examOpenDate, examCloseDate))
    throw outsideWindow('The exam is open', examOpenDate, examCloseDate)
  if (start.getTime() < now.getTime() - graceMs)
    throw outsideWindow('Appointments can start', now, examCloseDate)
}

/** The values of a session whose appointment is moved or lost: the end of a reservation must not free the seat of the next one. */
export const withoutReservation = {
  externalReservedAppointmentId: null,
  externalReservedAppointmentExpires: null,
}
