// The decisions' table of transitions (section 3), as an independent copy for the tests.

export type Status =
  | 'Needs Proctor'
  | 'Pending Approval'
  | 'Approval Denied'
  | 'Scheduled'
  | 'Incident'
  | 'Closed'
  | 'Processing'

/** A status, or one of the three states without a status. `Incident` is one whose attempt has ended. */
export type StateName = Status | 'running' | 'running Incident' | 'cancelled'

export const statuses: Status[] = [
  ...(['Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled'] as const),
  ...(['Incident', 'Closed', 'Processing'] as const),
]
export const stateNames: StateName[] = [...statuses, 'running', 'running Incident', 'cancelled']

/** The state of a session. */
export function stateOf(status: Status, dates: { running: boolean; cancelled: boolean }): StateName {
  if (status === 'Scheduled' && dates.running) return 'running'
  if (status === 'Incident' && dates.running) return 'running Incident'
  return status === 'Closed' && dates.cancelled ? 'cancelled' : status
}

/** The status of a session in the state. */
export function statusOf(state: StateName): Status {
  if (state === 'running') return 'Scheduled'
  if (state === 'running Incident') return 'Incident'
  return state === 'cancelled' ? 'Closed' : state
}

export type Given = {
  approvalRequired: boolean
  reviewRequired: boolean
  reviewDone: boolean
  hasOpenEvents: boolean
  passCompletes: boolean
}

type Row = { from: StateName[]; to(given: Given, from: StateName): StateName }

const appointed = ({ approvalRequired }: Given) => (approvalRequired ? 'Pending Approval' : 'Scheduled')

const ended = ({ reviewRequired }: Given, from: StateName) => {
  if (from === 'running Incident') return 'Incident'
  return reviewRequired ? 'Processing' : 'Closed'
}

export const table = {
  schedule: { from: ['Needs Proctor', 'Approval Denied'], to: appointed },
  reschedule: { from: ['Pending Approval', 'Scheduled'], to: appointed },
  approve: { from: ['Pending Approval'], to: () => 'Scheduled' },
  deny: { from: ['Pending Approval'], to: () => 'Approval Denied' },
  start: {
    from: ['Scheduled', 'running', 'running Incident'],
    to: (_, from) => (from === 'running Incident' ? from : 'running'),
  },
  end: { from: ['running', 'running Incident'], to: ended },
  cancel: {
    from: ['Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled'],
    to: () => 'cancelled',
  },
  void: { from: ['Processing', 'Incident', 'Closed'], to: () => 'cancelled' },
  pass: {
    from: ['Processing', 'Incident'],
    to: ({ hasOpenEvents, passCompletes }, from) => {
      if (from === 'Incident' && hasOpenEvents) return 'Incident'
      return passCompletes ? 'Closed' : 'Processing'
    },
  },
  report: {
    from: ['running', 'Processing', 'Closed'],
    to: (_, from) => (from === 'running' ? 'running Incident' : 'Incident'),
  },
  resolve: {
    from: ['Incident', 'running Incident'],
    to: ({ reviewDone }, from) => {
      if (from === 'running Incident') return 'running'
      return reviewDone ? 'Closed' : 'Processing'
    },
  },
  adjust: { from: ['Pending Approval', 'Scheduled'], to: (_, from) => from },
  unschedule: { from: ['Pending Approval', 'Scheduled'], to: () => 'Needs Proctor' },
  noShow: { from: ['Scheduled'], to: () => 'cancelled' },
  timeOver: { from: ['running', 'running Incident'], to: ended },
  windowClosed: { from: ['Needs Proctor', 'Pending Approval', 'Approval Denied'], to: () => 'cancelled' },
  reviewOverdue: { from: ['Processing'], to: () => 'Processing' },
  reservationExpired: {
    from: [
      ...(['Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled'] as const),
      ...(['running', 'running Incident'] as const),
    ],
    to: (_, from) => from,
  },
} as const satisfies Record<string, Row>

export type TriggerName = keyof typeof table

/** The triggers that no client causes. */
export type TimeTrigger = 'noShow' | 'timeOver' | 'windowClosed' | 'reviewOverdue' | 'reservationExpired'

/** The triggers that a change of the configuration causes. */
export type ConfigurationTrigger = 'adjust' | 'unschedule'

export const triggerNames = Object.keys(table).filter((name): name is TriggerName =>
  Object.hasOwn(table, name),
)

/** The target of the trigger in the state, or undefined if it is not possible. */
export function reference(state: StateName, trigger: TriggerName, given: Given): StateName | undefined {
  const { from, to }: Row = table[trigger]
  return from.includes(state) ? to(given, state) : undefined
}

const names = ['approvalRequired', 'reviewRequired', 'reviewDone', 'hasOpenEvents', 'passCompletes'] as const

/** Every combination of the facts. */
export const everyGiven: Given[] = names.reduce<Given[]>(
  (all, name) => all.flatMap(given => [false, true].map(value => ({ ...given, [name]: value }))),
  [
    {
      ...{ approvalRequired: false, reviewRequired: false, reviewDone: false },
      ...{ hasOpenEvents: false, passCompletes: false },
    },
  ],
)

/** The triggers between the two states; a session starts without a state. */
export function stepsBetween(from: StateName | null, to: StateName): TriggerName[] | 'made' {
  if (from === null) return to === 'Needs Proctor' ? 'made' : []
  return triggerNames.filter(trigger => everyGiven.some(given => reference(from, trigger, given) === to))
}

/** The action of each trigger in `allowedActions`. No client causes those of time. */
export const actionOf: Partial<Record<TriggerName, string>> = {
  ...{ schedule: 'schedule', reschedule: 'reschedule', approve: 'approve', deny: 'deny' },
  ...{ start: 'start', end: 'end', cancel: 'cancel', void: 'void' },
  ...{ pass: 'review', report: 'review', resolve: 'resolve events' },
}

/** The allowed actions in the state, in any order. */
export const actionsIn = (state: StateName): Set<string> =>
  new Set(
    triggerNames
      .filter(trigger => stepsFrom(trigger).includes(state))
      .flatMap(trigger => actionOf[trigger] ?? []),
  )

const stepsFrom = (trigger: TriggerName): StateName[] => {
  const { from }: Row = table[trigger]
  return from
}
