// The state machine of sessions: a table of transitions, evaluated by pure functions. Route handlers change the
// status of a session only through it.

import type { sessionStatuses } from '../../../db/schema/session.ts'

export type Status = (typeof sessionStatuses)[number]

/** The columns of a session that determine its allowed transitions. */
export type State = {
  status: Status
  inProgressDate: Date | null
  endedDate: Date | null
  cancelledDate: Date | null
}

/** The inputs of a transition in addition to the state of the session. */
export type Facts = {
  /** Whether appointments require approval, by a setting of the exam or of the install. */
  approvalRequired: boolean
  reviewRequired: boolean
  /** Whether the review is complete or not required. */
  reviewDone: boolean
  /** Whether events that open incidents are open, except those that only a review has found. */
  hasOpenEvents: boolean
  /** Whether the review is complete if it passes the attempt now, or another reviewer must pass it too. */
  passCompletes: boolean
}

/**
 * Returns whether the session is running: it was started and has not ended. Running is not a status: a running session is
 * `Scheduled`, or `Incident` if an incident was reported. The SQL function `is_running` is the same rule.
 */
export const isRunning = ({ status, inProgressDate, endedDate }: State): boolean =>
  (status === 'Scheduled' || status === 'Incident') && inProgressDate !== null && endedDate === null

/**
 * Returns whether the session is cancelled: its status is `Closed` and it has a cancel date. Cancelled is not a
 * status.
 */
export const isCancelled = ({ cancelledDate }: State): boolean => cancelledDate !== null

/** The statuses of a session that needs an appointment. */
export const statusesWithoutAppointment: Status[] = ['Needs Proctor', 'Approval Denied']

const needsAppointment = ({ status }: State): boolean => statusesWithoutAppointment.includes(status)

/** Returns whether the session has an appointment, or requested one, and has not started. */
export const isUpcoming = (session: State): boolean =>
  session.status === 'Pending Approval' || (session.status === 'Scheduled' && !isRunning(session))

/** Returns whether the attempt has not started, and can still start. */
export const isAhead = (session: State): boolean => needsAppointment(session) || isUpcoming(session)
const isIncident = ({ status }: State): boolean => status === 'Incident'
const isEnded = (session: State): boolean =>
  session.status === 'Processing' ||
  (isIncident(session) && !isRunning(session)) ||
  (session.status === 'Closed' && !isCancelled(session))

const endedStatus = ({ reviewDone }: Facts): Status => (reviewDone ? 'Closed' : 'Processing')
const scheduledStatus = ({ approvalRequired }: Facts): Status =>
  approvalRequired ? 'Pending Approval' : 'Scheduled'

type Rule = { from(session: State): boolean; to(facts: Facts, session: State): Status }

/** How a running session ends. An incident stays one until its last open event is settled. */
const end: Rule = {
  from: isRunning,
  to: ({ reviewRequired }, session) => {
    if (isIncident(session)) return 'Incident'
    return reviewRequired ? 'Processing' : 'Closed'
  },
}

const rules = {
  schedule: { from: needsAppointment, to: scheduledStatus },
  reschedule: { from: isUpcoming, to: scheduledStatus },
  approve: { from: ({ status }) => status === 'Pending Approval', to: () => 'Scheduled' },
  deny: { from: ({ status }) => status === 'Pending Approval', to: () => 'Approval Denied' },
  start: {
    from: session => session.status === 'Scheduled' || isRunning(session),
    to: (_, { status }) => status,
  },
  end,
  cancel: { from: isAhead, to: () => 'Closed' },
  void: { from: isEnded, to: () => 'Closed' },
  pass: {
    from: session => session.status === 'Processing' || (isIncident(session) && !isRunning(session)),
    to: ({ hasOpenEvents, passCompletes }, session) => {
      if (isIncident(session) && hasOpenEvents) return 'Incident'
      return passCompletes ? 'Closed' : 'Processing'
    },
  },
  report: {
    from: session => !isIncident(session) && (isRunning(session) || isEnded(session)),
    to: () => 'Incident',
  },
  resolve: {
    from: isIncident,
    to: (facts, session) => (isRunning(session) ? 'Scheduled' : endedStatus(facts)),
  },
  adjust: { from: isUpcoming, to: (_, { status }) => status },
  unschedule: { from: isUpcoming, to: () => 'Needs Proctor' },
  noShow: { from: session => session.status === 'Scheduled' && !isRunning(session), to: () => 'Closed' },
  timeOver: end,
  windowClosed: {
    from: session => needsAppointment(session) || session.status === 'Pending Approval',
    to: () => 'Closed',
  },
  reviewOverdue: { from: ({ status }) => status === 'Processing', to: () => 'Processing' },
  reservationExpired: {
    from: session => isAhead(session) || isRunning(session),
    to: (_, { status }) => status,
  },
} as const satisfies Record<string, Rule>

/**
 * A trigger of a transition. A review causes `pass` or `report`. An event causes `report`, which starts an incident, or
 * `resolve`, which ends it. A change of the configuration causes `adjust` and `unschedule` (the SQL function
 * `reconcile_appointments`). Time causes the last five (SQL functions of src/proctoring/sessions/clock). Tests compare both
 * in every state.
 */
export type Trigger = keyof typeof rules

export const triggers = Object.keys(rules).filter((name): name is Trigger => Object.hasOwn(rules, name))

/**
 * The effects of reconciliation on a session, by its state. `closes`: whether it closes the session if the exam no
 * longer applies to the learner. `setsDuration`: whether it sets the duration to that of the effective configuration.
 * Both are rules of the SQL function `reconcile_assigned`; a test compares them in every state. Sessions with an
 * appointment follow the triggers `adjust` and `unschedule`.
 */
export const reconciliation = {
  closes: isAhead,
  setsDuration: needsAppointment,
}

/** Returns the triggers that the current state allows. */
const allowedTriggers = (session: State): Trigger[] =>
  triggers.filter(trigger => rules[trigger].from(session))

/** Returns the status after the trigger, or undefined if the current state does not allow the trigger. */
export const nextStatus = (session: State, trigger: Trigger, facts: Facts): Status | undefined =>
  rules[trigger].from(session) ? rules[trigger].to(facts, session) : undefined

/** The client action that causes each trigger. No client causes those of time, or requests those of a configuration. */
const actions: Partial<Record<Trigger, string>> = {
  schedule: 'schedule',
  reschedule: 'reschedule',
  approve: 'approve',
  deny: 'deny',
  start: 'start',
  end: 'end',
  cancel: 'cancel',
  void: 'void',
  pass: 'review',
  report: 'review',
  resolve: 'resolve events',
}

/** Returns the client actions that the current state allows. */
export const allowedActions = (session: State): string[] => [
  ...new Set(allowedTriggers(session).flatMap(trigger => actions[trigger] ?? [])),
]

/** Describes the client actions that the current state allows, for a refusal. A review can be allowed with some outcomes only. */
export function describeAllowed(session: State): string {
  const triggers = allowedTriggers(session)
  const outcomes = [
    ...(triggers.includes('pass') ? ['passed'] : []),
    ...(triggers.includes('report') ? ['violation', 'suspicious'] : []),
  ]
  const review = outcomes.length === 3 ? 'review' : `review as ${outcomes.join(' or ')}`
  return (
    allowedActions(session)
      .map(action => (action === 'review' ? review : action))
      .join(', ') || 'nothing'
  )
}
