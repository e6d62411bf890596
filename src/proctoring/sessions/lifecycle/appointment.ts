// Whether an appointment fits, and when it ends: pure decisions.

import { Problem } from '../../../shared/problems/problem.ts'

const minuteMs = 60_000

/** A clock that runs a little behind asks for the time that has just passed. */
const graceMs = 5 * minuteMs

/** A session may begin so long before its appointment. */
export const earlyStartMs = 15 * minuteMs

/** How long a review may take. */
export const reviewMs = 48 * 60 * minuteMs

type Windows = {
  examOpenDate: Date | null
  examCloseDate: Date | null
  scheduleOpenDate: Date | null
  scheduleCloseDate: Date | null
  /** Minutes. */
  duration: number | null
}

type Slot = { startTime: Date | null; endTime: Date | null }

/** Half-open; a null bound is none. */
const lies = (at: Date, from: Date | null, to: Date | null): boolean =>
  (from === null || at >= from) && (to === null || at < to)

const outside = (what: string, from: Date | null, to: Date | null) =>
  new Problem(
    'outside_window',
    `${what} from ${from?.toISOString() ?? 'ever'} to ${to?.toISOString() ?? 'ever'}.`,
    {
      members: { window: { start: from, end: to } },
    },
  )

/**
 * When an appointment at `start` ends: after the duration in force, but not after the exam has closed.
 * @returns null when neither bounds it
 * @throws Problem `outside_window`
 */
export function appointmentEnd(
  start: Date,
  windows: Windows,
  slot: Slot | undefined,
  now: Date,
): Date | null {
  const { examOpenDate, examCloseDate, scheduleOpenDate, scheduleCloseDate, duration } = windows
  if (!lies(now, scheduleOpenDate, scheduleCloseDate))
    throw outside('Appointments are made', scheduleOpenDate, scheduleCloseDate)
  if (!lies(start, examOpenDate, examCloseDate))
    throw outside('The exam is open', examOpenDate, examCloseDate)
  if (start.getTime() < now.getTime() - graceMs)
    throw outside('Appointments are possible', now, examCloseDate)
  if (slot && !lies(start, slot.startTime, slot.endTime))
    throw outside('The instructor proctors', slot.startTime, slot.endTime)
  if (duration === null) return examCloseDate
  const end = new Date(start.getTime() + duration * minuteMs)
  return examCloseDate && end > examCloseDate ? examCloseDate : end
}
