// The sessions of a learner in an exam: an attempt, and the attempts after a cancellation.

import { drawAppointment, drawLead } from './appointments.ts'
import type { Attempt, Pair, SessionRow } from './attempt.ts'
import { dayMs, hourMs, minuteMs } from './calendar.ts'
import type { Context, Slot } from './context.ts'
import { outcomeOf } from './outcomes.ts'
import { proctorTypeSid, requirementsOf } from './proctor-types.ts'
import { drawOutcome, type FixedOutcome, type Outcome } from './session-outcomes.ts'

const maxFollowUps = 3

/** The sessions of a learner in an exam, oldest first. Several sessions share `series`. */
export function chainOf(context: Context, pair: Pair, fixedOutcome: FixedOutcome | undefined): Attempt[] {
  const { random, now } = context
  const { exam, enrollment } = pair
  const earliest = Math.max(enrollment.created, exam.created, exam.scheduleOpen)
  const created = Math.floor(Math.min(earliest + random.between(0, 2) * dayMs, now - minuteMs))
  if (enrollment.withdrawn !== undefined && enrollment.withdrawn < exam.close) {
    if (enrollment.withdrawn <= created) return []
    return [unfinished(withdrawnAt(newSession(context, pair, created), enrollment.withdrawn))]
  }
  const chain = [attempt(context, pair, created, fixedOutcome ?? { outcome: drawOutcome(context, exam) })]
  for (let cancelled = cancelledOf(chain); cancelled !== undefined; cancelled = cancelledOf(chain)) {
    const tooLate = exam.close - pair.duration * minuteMs - hourMs
    if (!exam.taken || cancelled > tooLate || chain.length > maxFollowUps) break
    chain.push(attempt(context, pair, cancelled, { outcome: drawOutcome(context, exam) }))
  }
  const [first] = chain
  if (first && chain.length > 1) for (const { row } of chain) row.series = first.row.sid
  return chain
}

const unfinished = (row: SessionRow): Attempt => ({ row, ended: undefined, openIncident: false })

const cancelledOf = (chain: readonly Attempt[]): number | undefined =>
  chain.at(-1)?.row.cancelledDate?.getTime()

/** Letters and digits, without those that look alike. */
const keyAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function newSession({ random, installSid }: Context, pair: Pair, created: number): SessionRow {
  const { exam, enrollment, duration } = pair
  const createdDate = new Date(created)
  const accessKey = Array.from({ length: 8 }, () => keyAlphabet[random.below(keyAlphabet.length)]).join('')
  return {
    sid: random.sid('ES', created),
    installSid,
    courseSid: exam.course.sid,
    examSid: exam.sid,
    enrollmentSid: enrollment.sid,
    userSid: enrollment.learner.sid,
    status: 'Needs Proctor',
    accessKey,
    duration,
    sessionReportCount: 0,
    ...requirementsOf(exam.proctorType),
    reviewed: false,
    createdDate,
    editDate: createdDate,
  }
}

const withdrawnAt = (row: SessionRow, instant: number): SessionRow => ({
  ...row,
  status: 'Closed',
  statusReason: 'withdrawn',
  cancelledDate: new Date(instant),
  editDate: new Date(instant),
})

/** A session of a learner who was assigned to an exam with limited scope for a while. */
export function unassigned(context: Context, pair: Pair): Attempt | undefined {
  const { random, now } = context
  const created = Math.max(pair.enrollment.created, pair.exam.created, pair.exam.scheduleOpen)
  const removed = Math.floor(created + random.between(0.1, 5) * dayMs)
  if (removed > now) return undefined
  const row = withdrawnAt(newSession(context, pair, created), removed)
  return unfinished({ ...row, statusReason: 'removed-by-limited-scope' })
}

function attempt(
  context: Context,
  pair: Pair,
  created: number,
  { outcome, appointmentIn }: FixedOutcome,
): Attempt {
  const { random, now } = context
  const { exam, enrollment, slot, duration } = pair
  const row = newSession(context, pair, created)
  const bounds = { open: exam.open, latest: exam.close - duration * minuteMs, earliest: created + 2 * hourMs }
  const appointment =
    appointmentIn === undefined
      ? (slotIn(slot, bounds.earliest) ??
        (slot ? undefined : drawAppointment(random, enrollment.learner.zone, bounds)))
      : now + appointmentIn
  if (appointment === undefined || outcome === 'idle') return unfinished(row)
  const preferred = appointment - drawLead(random)
  // An attempt with a fixed appointment must already be scheduled.
  const latest = appointmentIn === undefined ? preferred : Math.min(preferred, now - hourMs)
  const scheduled = Math.floor(Math.max(latest, created + 10 * minuteMs))
  if (scheduled > now) return unfinished(row) // not scheduled yet
  const booked = { ...row, ...booking(context, pair, { appointment, scheduled }) }
  return outcomeOf(context, pair, { row: booked, appointment, scheduled, outcome: possible(outcome, row) })
}

const slotIn = (slot: Slot | undefined, earliest: number) =>
  slot && slot.start >= earliest ? slot.start : undefined

/** Only reviewed sessions can be overdue. */
const possible = (outcome: Outcome, { reviewRequired }: SessionRow): Outcome =>
  outcome === 'overdue' && !reviewRequired ? 'usual' : outcome

const booking = (
  { installSid }: Context,
  { exam, slot, duration }: Pair,
  { appointment, scheduled }: { appointment: number; scheduled: number },
) => ({
  sessionType: exam.proctorType,
  schedulingModule: exam.proctorType,
  workflowModule: exam.proctorType,
  proctorTypeSid: proctorTypeSid(installSid, exam.proctorType),
  instructorProctorSid: slot?.sid ?? null,
  appointmentDate: new Date(appointment),
  appointmentEndDate: new Date(appointment + duration * minuteMs),
  dateScheduled: new Date(scheduled),
  editDate: new Date(scheduled),
})
