// What happens to an attempt beside the usual, and the attempts that every data set shows.

import { dayMs, minuteMs } from './calendar.ts'
import type { Context, Exam } from './context.ts'

/** `usual` goes as far as its dates let it: from not scheduled by way of running to closed. */
export type Fate =
  | 'usual'
  | 'idle'
  | 'cancelled'
  | 'noShow'
  | 'rescheduled'
  | 'denied'
  | 'undecided'
  | 'incident'
  | 'overdue'

/** A fate, and when the appointment is, counted from the reference date; drawn when absent. */
export type Shown = { fate: Fate; appointmentIn?: number }

// Shares of the attempts. Denied is what needs approval (a tenth of the exams), overdue what is reviewed (35 %), so these two
// are raised until they are 1.5 % and 3 % of all. The shares of what must be in the past are raised by the part that is not.
const shares = { cancelled: 0.12, noShow: 0.044, rescheduled: 0.09, incident: 0.023 }
const deniedOfApproved = 0.23
const undecidedOfApproved = 0.02
const overdueOfReviewed = 0.13

export function drawFate({ random }: Context, { requireApproval, proctorType }: Exam): Fate {
  let point = random.next()
  for (const fate of ['cancelled', 'noShow', 'rescheduled', 'incident'] as const) {
    point -= shares[fate]
    if (point < 0) return fate
  }
  if (requireApproval && random.chance(deniedOfApproved)) return 'denied'
  if (requireApproval && random.chance(undecidedOfApproved)) return 'undecided'
  const reviewed = proctorType === 'automated-review' || proctorType === 'live'
  return reviewed && random.chance(overdueOfReviewed) ? 'overdue' : 'usual'
}

/** For the first learners of an exam that is open now and needs approval and review: each state at least once. */
export const shownStates: readonly Shown[] = [
  { fate: 'idle' },
  { fate: 'usual', appointmentIn: -20 * minuteMs }, // running
  { fate: 'usual', appointmentIn: 2 * dayMs },
  { fate: 'undecided', appointmentIn: 3 * dayMs },
  { fate: 'denied', appointmentIn: 3 * dayMs },
  { fate: 'incident', appointmentIn: -2 * dayMs },
  { fate: 'overdue', appointmentIn: -9 * dayMs },
  { fate: 'cancelled', appointmentIn: 4 * dayMs },
  { fate: 'noShow', appointmentIn: -3 * dayMs },
  { fate: 'rescheduled', appointmentIn: 5 * dayMs },
  { fate: 'usual', appointmentIn: -100 * minuteMs }, // just ended, not reviewed yet
  { fate: 'usual', appointmentIn: 6 * dayMs },
]
