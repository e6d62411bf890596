// Computes the state of a booked session at the reference date. The dates of its transitions are in order.

import type { Attempt, Pair, SessionRow } from './attempt.ts'
import { dayMs, hourMs, minuteMs } from './calendar.ts'
import { type Context, recordedTypes } from './context.ts'
import { type Random, weighted } from './random.ts'
import type { Outcome } from './session-outcomes.ts'

type Booked = { row: SessionRow; appointment: number; scheduled: number; outcome: Outcome }

const drawCancelReason = weighted([
  ['changed-time', 50],
  ['technical-issue', 20],
  ['other-reason', 30],
])
const denialReasons = [
  'No proctor is free at the requested time.',
  'The requested time is outside of the hours of the test centre.',
  'The instructor asks for a later date.',
]
const graceMs = 15 * minuteMs
const reviewDays = 5

const open = (row: SessionRow): Attempt => ({ row, ended: undefined, openIncident: false })

export function outcomeOf(context: Context, pair: Pair, booked: Booked): Attempt {
  const { random, now } = context
  const { row, appointment, scheduled, outcome } = booked
  const until = Math.min(appointment, now)
  const decided = decisionOf(random, pair, booked)
  if (outcome === 'cancelled') {
    const instant = random.between(scheduled, until)
    return cancelled(decided <= instant ? approvedAt(row, decided) : row, instant, drawCancelReason(random))
  }
  if (decided > now) return open({ ...row, status: 'Pending Approval' })
  if (outcome === 'denied') return open(deniedAt(random, row, decided))
  const approved = approvedAt(row, decided)
  const final = outcome === 'rescheduled' ? rescheduledAt(random, approved, decided, until) : approved
  const missed = appointment + pair.duration * minuteMs + graceMs
  if (outcome === 'noShow' && missed < now) return cancelled(final, missed, 'no-show')
  const started = Math.floor(appointment + random.between(-5, 10) * minuteMs)
  if (started > now) return open(final)
  return taken(context, pair, { row: startedAt(random, pair, final, started), started, outcome })
}

/** The time of the decision on the request, before its appointment; immediately when no approval is required. */
function decisionOf(random: Random, { exam }: Pair, { appointment, scheduled, outcome }: Booked): number {
  if (!exam.requireApproval) return scheduled
  if (outcome === 'undecided') return Number.POSITIVE_INFINITY
  const decided = scheduled + random.logNormal(8 * hourMs, 1)
  return Math.floor(Math.min(decided, (scheduled + appointment) / 2))
}

const deniedAt = (random: Random, row: SessionRow, instant: number): SessionRow => ({
  ...row,
  status: 'Approval Denied',
  statusReason: random.pick(denialReasons),
  editDate: new Date(instant),
})

const approvedAt = (row: SessionRow, instant: number): SessionRow => ({
  ...row,
  status: 'Scheduled',
  dateApproved: new Date(instant),
  editDate: new Date(instant),
})

/** A session that was closed before it was taken. */
function cancelled(row: SessionRow, instant: number, statusReason: string): Attempt {
  const cancelledDate = new Date(instant)
  return open({ ...row, status: 'Closed', statusReason, cancelledDate, editDate: cancelledDate })
}

/** The session after a change of its appointment, which its notes mention. */
function rescheduledAt(random: Random, row: SessionRow, after: number, until: number): SessionRow {
  const first = new Date((row.appointmentDate?.getTime() ?? until) + random.pick([-2, -1, 1, 2]) * dayMs)
  const editDate = new Date(random.between(after, Math.max(after, until)))
  return { ...row, notes: `Rescheduled from ${first.toISOString()}.`, editDate }
}

function startedAt(random: Random, { exam }: Pair, row: SessionRow, started: number): SessionRow {
  const inProgressDate = new Date(started)
  if (!recordedTypes.has(exam.proctorType)) return { ...row, inProgressDate, editDate: inProgressDate }
  const checked = random.between(1, 4) * minuteMs
  return {
    ...row,
    inProgressDate,
    systemCheckStartDate: new Date(started - checked - random.between(1, 6) * minuteMs),
    systemCheckEndDate: new Date(started - checked),
    recordingStartDate: new Date(started + random.between(1, 40) * 1000),
    editDate: inProgressDate,
  }
}

type Running = { row: SessionRow; started: number; outcome: Outcome }

function taken(context: Context, pair: Pair, { row, started, outcome }: Running): Attempt {
  const { random, now } = context
  const ended = Math.floor(started + pair.duration * minuteMs * random.between(0.45, 1))
  if (ended > now) return open(row)
  const reviewBy = ended + reviewDays * dayMs
  const closed = {
    ...row,
    status: 'Closed' as const,
    reviewByDate: row.reviewRequired ? new Date(reviewBy) : null,
    editDate: new Date(ended),
  }
  if (outcome === 'incident') return { row: incidentIn(closed, ended, now), ended, openIncident: true }
  if (!row.reviewRequired) return { row: closed, ended, openIncident: false }
  const reviewed = ended + Math.min(random.logNormal(1.5 * dayMs, 0.7), reviewDays * dayMs)
  if (outcome === 'overdue' || reviewed > now)
    return { row: { ...closed, status: 'Processing' }, ended, openIncident: false }
  return { row: reviewedAt(context, pair, closed, reviewed), ended, openIncident: false }
}

function incidentIn(row: SessionRow, ended: number, now: number): SessionRow {
  const reported = new Date(Math.min(ended + 10 * minuteMs, now))
  return { ...row, status: 'Incident', auditStatus: 'Open', sessionReportCount: 1, editDate: reported }
}

function reviewedAt({ random }: Context, { reviewers }: Pair, row: SessionRow, instant: number): SessionRow {
  const reviewCompletedDate = new Date(instant)
  return {
    ...row,
    reviewed: true,
    reviewCompletedDate,
    reviewByUserSid: random.pick(reviewers),
    auditStatus: 'Passed',
    editDate: reviewCompletedDate,
  }
}
