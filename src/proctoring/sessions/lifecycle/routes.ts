// The operations of the lifecycle of a session, except scheduling. Each causes a trigger of transitions.ts.

import { sql } from 'drizzle-orm'
import { examSession } from '../../../../db/schema/session.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import { invalid } from '../../../shared/problems/field-errors.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { isStatusReason, learnerCancelReasons } from '../../../shared/session-reasons.ts'
import { guardNotErased } from '../../not-erased.ts'
import { lockCourseOf } from '../../reconcile/sessions.ts'
import type { SessionRow } from '../read/find-session.ts'
import { Cancellation, Denial, Voiding } from '../read/schema.ts'
import { isRunning, isUpcoming } from '../transitions.ts'
import { earlyStartMs, requireInExamWindow, requireNotOver, withoutReservation } from './appointment.ts'
import { countedChange, isLearnersElement, requireWithinPolicy } from './cancellation-policy.ts'
import { insertFollowUp } from './change.ts'
import { mayTakeExam } from './entitlement.ts'
import { settleOpenEvents } from './findings.ts'
import { limitChanges } from './learner-changes.ts'
import { isReviewStatus } from './review.ts'
import { reviewBy, reviewSettingsOf } from './review-due.ts'
import { one, transitionRoute } from './transition-route.ts'

export const approveSession = transitionRoute({
  ...one,
  method: 'post',
  path: `${one.path}/approve`,
  action: 'sp:ApproveSession',
  summary: 'Approve an appointment',
  description: 'Possible while the appointment is in the window of the exam and not in the past.',
  problems: ['outside_window', 'no_attempts_left', 'exam_not_approved'],
  change: ({ session, configuration }, _, { db, now }) => ({
    trigger: 'approve',
    before: () => mayTakeExam(db, session),
    values: () => {
      if (session.appointmentDate && configuration)
        requireInExamWindow(session.appointmentDate, configuration, now)
      return {}
    },
  }),
})

export const denySession = transitionRoute({
  ...one,
  method: 'post',
  path: `${one.path}/deny`,
  action: 'sp:DenySession',
  summary: 'Deny an appointment',
  description: 'Releases its seat. The learner may schedule another time.',
  body: Denial,
  change: (_, { reason }) => ({
    trigger: 'deny',
    values: () => ({ statusReason: reason, instructorProctorSid: null, ...withoutReservation }),
  }),
})

export const startSession = transitionRoute({
  ...one,
  method: 'post',
  path: `${one.path}/start`,
  action: 'sp:StartSession',
  summary: 'Start a session',
  description:
    'Possible from 15 minutes before the appointment, until it is over by `noShowGraceMinutes` or the exam has closed. Only the first call has an effect.',
  problems: ['outside_window', 'no_attempts_left', 'exam_not_approved', 'system_check_required'],
  change: (row, _, { db, now }) => ({
    trigger: 'start',
    before: () => (isRunning(row.session) ? {} : mayTakeExam(db, row.session)),
    values: () => {
      if (isRunning(row.session)) return undefined
      requireStartWindow(row, now)
      requireNotOver(row, now)
      requireSystemCheck(row)
      return { inProgressDate: sql`coalesce(${examSession.inProgressDate}, now())` }
    },
  }),
})

export const endSession = transitionRoute({
  ...one,
  method: 'post',
  path: `${one.path}/end`,
  action: 'sp:EndSession',
  summary: 'End a session',
  description:
    'The session is closed, or moves to review if a review is required. During an incident it remains an incident until its last open event is resolved or dismissed.',
  change: ({ session, exam }) => ({
    trigger: 'end',
    values: () => ({
      endedDate: sql`now()`,
      ...reviewSettingsOf(exam),
      ...(session.status === 'Scheduled' &&
        session.reviewRequired && { reviewByDate: reviewBy(exam.reviewProcessSid) }),
    }),
  }),
})

export const cancelSession = transitionRoute({
  ...one,
  method: 'delete',
  action: 'sp:CancelSession',
  summary: 'Cancel a session',
  description:
    "Releases its seat. If the exam still applies to the learner, its window is open and attempts are left, creates a new session of the same series. A learner's element is held to the cancellation policy of the appointment.",
  body: Cancellation,
  problems: ['cancellation_policy', 'too_many_attempts'],
  change: (row, { reason }, { db, caller, now }) => {
    const { session } = row
    requireLearnersReason(caller, reason)
    return {
      trigger: 'cancel',
      // Prevents a concurrent withdrawal between the check of the assignment and the insert of the follow-up session.
      before: () => ({
        ...limitChanges(db, caller, session),
        locked: lockCourseOf(db, session),
      }),
      values: () => {
        requireLearnersAppointment(caller, session)
        requireWithinPolicy(caller, row, 'cancel', now)
        return {
          ...countedChange(caller),
          cancelledDate: sql`now()`,
          statusReason: reason,
          series: session.series ?? session.sid,
        }
      },
    }
  },
  statements: (db, path) => ({ followUp: insertFollowUp(db, path) }),
})

export const voidSession = transitionRoute({
  ...one,
  method: 'post',
  path: `${one.path}/void`,
  action: 'sp:VoidSession',
  roles: ['admin'],
  summary: 'Make an attempt void',
  description:
    'For an attempt that has ended. It no longer counts as an attempt and is in no report. Its record remains, with its open events dismissed. If the exam still applies to the learner and its window is open, creates a new session. For an erased learner, the reason must be a defined `statusReason`, such as `technical-issue`, because free text may contain personal data.',
  body: Voiding,
  problems: ['user_erased'],
  change: ({ session }, { reason }, { db }) => ({
    trigger: 'void',
    reason,
    // As for a cancellation.
    before: () => ({ locked: lockCourseOf(db, session) }),
    values: () => ({
      cancelledDate: sql`now()`,
      statusReason: 'void',
      ...(session.status === 'Incident' && { auditStatus: 'Dismissed' }),
      ...(isReviewStatus(session.auditStatus) && { auditStatus: null }),
    }),
    after: {
      // The history keeps the reason.
      ...(!isStatusReason(reason) && { notErased: guardNotErased(db, session.sid) }),
      dismissed: settleOpenEvents(db, session.sid, 'Dismissed'),
    },
  }),
  statements: (db, path) => ({ followUp: insertFollowUp(db, path) }),
})

/**
 * A learner's element gives no reason that only staff or the system decide, such as `no-show`.
 * @throws Problem `invalid_request` at `reason`
 */
function requireLearnersReason({ token }: Caller, reason: string): void {
  if (!isLearnersElement({ token }) || learnerCancelReasons.some(allowed => allowed === reason)) return
  throw invalid({
    path: 'reason',
    code: 'invalid_value',
    message: `Learners can give one of ${learnerCancelReasons.join(', ')}.`,
  })
}

/**
 * A learner's element cancels only an appointment that has not started: cancelling an attempt would give it back.
 * @throws Problem `session_state_conflict`
 */
function requireLearnersAppointment({ token }: Caller, session: SessionRow['session']): void {
  if (!isLearnersElement({ token }) || isUpcoming(session)) return
  throw new Problem(
    'session_state_conflict',
    'Learners can cancel only an appointment that has not started.',
    {
      members: { currentStatus: session.status, allowedActions: [] },
    },
  )
}

/** @throws Problem `system_check_required` if the install demands a system check, and the last one did not pass */
function requireSystemCheck({ session, install }: SessionRow): void {
  if (install.requireSystemCheck && session.systemCheckPassed !== true)
    throw new Problem(
      'system_check_required',
      session.systemCheckPassed === null
        ? 'The session can be started after a system check that passed.'
        : 'The last system check did not pass.',
    )
}

/** @throws Problem `outside_window` if the appointment is more than 15 minutes ahead */
function requireStartWindow({ session: { status, appointmentDate } }: SessionRow, now: Date): void {
  if (status !== 'Scheduled' || !appointmentDate) return
  const start = new Date(appointmentDate.getTime() - earlyStartMs)
  if (now < start)
    throw new Problem('outside_window', `The session can be started from ${start.toISOString()}.`, {
      members: { window: { start, end: null } },
    })
}
