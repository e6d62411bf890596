// The state machine of sessions: a table of transitions, evaluated by pure functions. Route handlers change the
// status of a session only through it.

import type { sessionStatuses } from '../../../db/schema/session.ts'

export type Status = (typeof sessionStatuses)[number]

/** The columns of a session that determine its allowed transitions. */
export type State = { status: Status; inProgressDate: Date | null; cancelledDate: Date | null }

/** The inputs of a transition in addition to the state of the session. */
export type Facts = {
  /** Whether appointments require approval, by a setting of the exam or of the install. */
  approvalRequired: boolean
  reviewRequired: boolean
  /** Whether the review is complete or not required. */
  reviewDone: boolean
}

/**
 * Returns whether the session is running: its status is `Scheduled` and it has a start date. Running is not a status.
 */
export const isRunning = ({ status, inProgressDate }: State): boolean =>
  status === 'Scheduled' && inProgressDate !== null

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
const isStarted = (session: State): boolean =>
  isRunning(session) ||
  session.status === 'Processing' ||
  (session.status === 'Closed' && !isCancelled(session))

const scheduledStatus = ({ approvalRequired }: Facts): Status =>
  approvalRequired ? 'Pending Approval' : 'Scheduled'

type Rule = { from(session: State): boolean; to(facts: Facts): Status }

const rules = {
  schedule: { from: needsAppointment, to: scheduledStatus },
  reschedule: { from: isUpcoming, to: scheduledStatus },
  approve: { from: ({ status }) => status === 'Pending Approval', to: () => 'Scheduled' },
  deny: { from: ({ status }) => status === 'Pending Approval', to: () => 'Approval Denied' },
  start: { from: ({ status }) => status === 'Scheduled', to: () => 'Scheduled' },
  end: { from: isRunning, to: ({ reviewRequired }) => (reviewRequired ? 'Processing' : 'Closed') },
  cancel: { from: session => !isRunning(session) && session.status !== 'Closed', to: () => 'Closed' },
  pass: { from: ({ status }) => status === 'Processing', to: () => 'Closed' },
  report: { from: isStarted, to: () => 'Incident' },
  resolve: {
    from: ({ status }) => status === 'Incident',
    to: ({ reviewDone }) => (reviewDone ? 'Closed' : 'Processing'),
  },
} as const satisfies Record<string, Rule>

/**
 * A trigger of a transition. A review causes `pass` or `report`. An event causes `report`, which starts an incident, or
 * `resolve`, which ends it.
 */
export type Trigger = keyof typeof rules

export const triggers = Object.keys(rules).filter((name): name is Trigger => Object.hasOwn(rules, name))

/**
 * The effects of reconciliation on a session, by its state. `closes`: whether it closes the session if the exam no
 * longer applies to the learner. `setsDuration`: whether it sets the duration to that of the effective configuration.
 * The SQL function `reconcile_sessions` implements the same rules; a test compares them in every state.
 */
export const reconciliation = {
  closes: (session: State): boolean => needsAppointment(session) || isUpcoming(session),
  setsDuration: needsAppointment,
}

/** Returns the triggers that the current state allows. */
const allowedTriggers = (session: State): Trigger[] =>
  triggers.filter(trigger => rules[trigger].from(session))

/** Returns the status after the trigger, or undefined if the current state does not allow the trigger. */
export const nextStatus = (session: State, trigger: Trigger, facts: Facts): Status | undefined =>
  rules[trigger].from(session) ? rules[trigger].to(facts) : undefined

/** The client action that causes each trigger. */
const actions: Record<Trigger, string> = {
  schedule: 'schedule',
  reschedule: 'reschedule',
  approve: 'approve',
  deny: 'deny',
  start: 'start',
  end: 'end',
  cancel: 'cancel',
  pass: 'review',
  report: 'review',
  resolve: 'resolve events',
}

/** Returns the client actions that the current state allows. */
export const allowedActions = (session: State): string[] => [
  ...new Set(allowedTriggers(session).map(trigger => actions[trigger])),
]
