// The decisions' table of transitions (section 3), as an independent copy for the tests.

export type Status =
  | 'Needs Proctor'
  | 'Pending Approval'
  | 'Approval Denied'
  | 'Scheduled'
  | 'Incident'
  | 'Closed'
  | 'Processing'

/** A status, or one of the two states without a status. */
export type StateName = Status | 'running' | 'cancelled'

export const statuses: Status[] = [
  ...(['Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled'] as const),
  ...(['Incident', 'Closed', 'Processing'] as const),
]
export const stateNames: StateName[] = [...statuses, 'running', 'cancelled']

/** The state of a session. */
export function stateOf(status: Status, dates: { running: boolean; cancelled: boolean }): StateName {
  if (status === 'Scheduled' && dates.running) return 'running'
  return status === 'Closed' && dates.cancelled ? 'cancelled' : status
}

/** The status of a session in the state. */
export function statusOf(state: StateName): Status {
  if (state === 'running') return 'Scheduled'
  return state === 'cancelled' ? 'Closed' : state
}

export type Given = { approvalRequired: boolean; reviewRequired: boolean; reviewDone: boolean }

type Row = { from: StateName[]; to(given: Given): StateName }

const appointed = ({ approvalRequired }: Given) => (approvalRequired ? 'Pending Approval' : 'Scheduled')

export const table = {
  schedule: { from: ['Needs Proctor', 'Approval Denied'], to: appointed },
  reschedule: { from: ['Pending Approval', 'Scheduled'], to: appointed },
  approve: { from: ['Pending Approval'], to: () => 'Scheduled' },
  deny: { from: ['Pending Approval'], to: () => 'Approval Denied' },
  start: { from: ['Scheduled', 'running'], to: () => 'running' },
  end: { from: ['running'], to: ({ reviewRequired }) => (reviewRequired ? 'Processing' : 'Closed') },
  cancel: {
    from: ['Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled', 'Processing', 'Incident'],
    to: () => 'cancelled',
  },
  pass: { from: ['Processing'], to: () => 'Closed' },
  report: { from: ['running', 'Processing', 'Closed'], to: () => 'Incident' },
  resolve: { from: ['Incident'], to: ({ reviewDone }) => (reviewDone ? 'Closed' : 'Processing') },
} as const satisfies Record<string, Row>

export type TriggerName = keyof typeof table

export const triggerNames = Object.keys(table).filter((name): name is TriggerName =>
  Object.hasOwn(table, name),
)

/** The target of the trigger in the state, or undefined if it is not possible. */
export function reference(state: StateName, trigger: TriggerName, given: Given): StateName | undefined {
  const { from, to }: Row = table[trigger]
  return from.includes(state) ? to(given) : undefined
}

const eitherWay = [false, true]
export const everyGiven: Given[] = eitherWay.flatMap(approvalRequired =>
  eitherWay.flatMap(reviewRequired =>
    eitherWay.map(reviewDone => ({ approvalRequired, reviewRequired, reviewDone })),
  ),
)

/** The triggers between the two states; a session starts without a state. */
export function stepsBetween(from: StateName | null, to: StateName): TriggerName[] | 'made' {
  if (from === null) return to === 'Needs Proctor' ? 'made' : []
  return triggerNames.filter(trigger => everyGiven.some(given => reference(from, trigger, given) === to))
}

/** The action of each trigger in `allowedActions`. */
export const actionOf: Record<TriggerName, string> = {
  ...{ schedule: 'schedule', reschedule: 'reschedule', approve: 'approve', deny: 'deny' },
  ...{ start: 'start', end: 'end', cancel: 'cancel' },
  ...{ pass: 'review', report: 'review', resolve: 'resolve events' },
}

/** The allowed actions in the state, in any order. */
export const actionsIn = (state: StateName): Set<string> =>
  new Set(
    triggerNames.filter(trigger => stepsFrom(trigger).includes(state)).map(trigger => actionOf[trigger]),
  )

const stepsFrom = (trigger: TriggerName): StateName[] => {
  const { from }: Row = table[trigger]
  return from
}
