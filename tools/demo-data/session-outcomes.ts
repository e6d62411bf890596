// Draws the outcomes of attempts, and lists the attempts that every data set contains.

import { dayMs, minuteMs } from './calendar.ts'
import type { Context, Exam } from './context.ts'

/** `usual` is not scheduled, scheduled, running or closed, as its dates determine. */
export type Outcome =
  | 'usual'
  | 'idle'
  | 'cancelled'
  | 'noShow'
  | 'rescheduled'
  | 'denied'
  | 'undecided'
  | 'incident'
  | 'overdue'

/** An outcome, and the time of its appointment relative to the reference date. An absent time is drawn. */
export type FixedOutcome = { outcome: Outcome; appointmentIn?: number }

// Shares of the attempts. Only attempts with approval (a tenth of the exams) can be denied, and only reviewed attempts
// (35 %) can be overdue. These two shares are raised, so that 1.5 % and 3 % of all attempts result. The shares of past
// outcomes are raised too, because some attempts are in the future.
const shares = { cancelled: 0.12, noShow: 0.044, rescheduled: 0.09, incident: 0.023 }
const deniedOfApproved = 0.23
const undecidedOfApproved = 0.02
const overdueOfReviewed = 0.13

export function drawOutcome({ random }: Context, { requireApproval, proctorType }: Exam): Outcome {
  let point = random.next()
  for (const outcome of ['cancelled', 'noShow', 'rescheduled', 'incident'] as const) {
    point -= shares[outcome]
    if (point < 0) return outcome
  }
  if (requireApproval && random.chance(deniedOfApproved)) return 'denied'
  if (requireApproval && random.chance(undecidedOfApproved)) return 'undecided'
  const reviewed = proctorType === 'record-and-review' || proctorType === 'live'
  return reviewed && random.chance(overdueOfReviewed) ? 'overdue' : 'usual'
}

/** The outcomes of the first learners of an open exam with approval and review: each state at least once. */
export const fixedOutcomes: readonly FixedOutcome[] = [
  { outcome: 'idle' },
  { outcome: 'usual', appointmentIn: -20 * minuteMs }, // running
  { outcome: 'usual', appointmentIn: 2 * dayMs },
  { outcome: 'undecided', appointmentIn: 3 * dayMs },
  { outcome: 'denied', appointmentIn: 3 * dayMs },
  { outcome: 'incident', appointmentIn: -2 * dayMs },
  { outcome: 'overdue', appointmentIn: -9 * dayMs },
  { outcome: 'cancelled', appointmentIn: 4 * dayMs },
  { outcome: 'noShow', appointmentIn: -3 * dayMs },
  { outcome: 'rescheduled', appointmentIn: 5 * dayMs },
  { outcome: 'usual', appointmentIn: -100 * minuteMs }, // just ended, not reviewed yet
  { outcome: 'usual', appointmentIn: 6 * dayMs },
]
