// What may become of a session: the table of the states, as a pure function. There is no other way from one to another.

import type { sessionStatuses } from '../../../db/schema/session.ts'

export type Status = (typeof sessionStatuses)[number]

/** What decides where a session can go. */
export type State = { status: Status; inProgressDate: Date | null; cancelledDate: Date | null }

/** What the outside brings to a decision. */
export type Facts = {
  /** Whether appointments wait for approval: the exam says so, or the install. */
  approvalRequired: boolean
  reviewRequired: boolean
  /** Whether a review is done, or none is needed. */
  reviewDone: boolean
}

/** There is no status for it: running is scheduled and begun. */
export const isRunning = ({ status, inProgressDate }: State): boolean =>
  status === 'Scheduled' && inProgressDate !== null

/** There is no status for it: cancelled is closed before its time. */
export const isCancelled = ({ cancelledDate }: State): boolean => cancelledDate !== null

const waits = ({ status }: State): boolean => status === 'Needs Proctor' || status === 'Approval Denied'
const isAhead = (session: State): boolean =>
  session.status === 'Pending Approval' || (session.status === 'Scheduled' && !isRunning(session))
const wasTaken = (session: State): boolean =>
  isRunning(session) ||
  session.status === 'Processing' ||
  (session.status === 'Closed' && !isCancelled(session))

const appointed = ({ approvalRequired }: Facts): Status =>
  approvalRequired ? 'Pending Approval' : 'Scheduled'

type Rule = { from(session: State): boolean; to(facts: Facts): Status }

const rules = {
  schedule: { from: waits, to: appointed },
  reschedule: { from: isAhead, to: appointed },
  approve: { from: ({ status }) => status === 'Pending Approval', to: () => 'Scheduled' },
  deny: { from: ({ status }) => status === 'Pending Approval', to: () => 'Approval Denied' },
  start: { from: ({ status }) => status === 'Scheduled', to: () => 'Scheduled' },
  end: { from: isRunning, to: ({ reviewRequired }) => (reviewRequired ? 'Processing' : 'Closed') },
  cancel: { from: session => !isRunning(session) && session.status !== 'Closed', to: () => 'Closed' },
  pass: { from: ({ status }) => status === 'Processing', to: () => 'Closed' },
  report: { from: wasTaken, to: () => 'Incident' },
  settle: {
    from: ({ status }) => status === 'Incident',
    to: ({ reviewDone }) => (reviewDone ? 'Closed' : 'Processing'),
  },
} as const satisfies Record<string, Rule>

/** What can happen to a session. `pass` and `report` are outcomes of a review; an event can report, and settle, too. */
export type Trigger = keyof typeof rules

export const triggers = Object.keys(rules).filter((name): name is Trigger => Object.hasOwn(rules, name))

/** What may happen to the session now. */
const allowedTriggers = (session: State): Trigger[] =>
  triggers.filter(trigger => rules[trigger].from(session))

/** The status after the trigger, or nothing when it may not happen now. */
export const after = (session: State, trigger: Trigger, facts: Facts): Status | undefined =>
  rules[trigger].from(session) ? rules[trigger].to(facts) : undefined

/** What a client can do about each trigger. */
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
  settle: 'resolve events',
}

/** What a client may do with the session now. */
export const allowedActions = (session: State): string[] => [
  ...new Set(allowedTriggers(session).map(trigger => actions[trigger])),
]
