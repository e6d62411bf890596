// What happened in a session, newest first: its transitions, the events that were reported, annotations, the mails that
// were sent to the learner, and the deliveries of its changes to webhook endpoints.

import type { ItemOf } from '../../../../client/index.ts'
import type { Attempt } from './record.ts'

const path = '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'
export type Transition = ItemOf<`${typeof path}/history`>
export type Event = ItemOf<`${typeof path}/events`>
export type Annotation = ItemOf<`${typeof path}/annotations`>

export type Entry =
  | { kind: 'transition'; at: string; record: Transition }
  | { kind: 'event'; at: string; record: Event }
  | { kind: 'annotation'; at: string; record: Annotation }
  | { kind: 'mail'; at: string; record: { mail: string } }
  | { kind: 'delivery'; at: string; record: Attempt }

type Sources = {
  transitions: readonly Transition[]
  events: readonly Event[]
  annotations: readonly Annotation[]
  /** The kind and the time of each, separated by the first colon. */
  mails: readonly string[]
  /** The newest first. */
  attempts: readonly Attempt[]
}

/** The newest attempt of each delivery. */
function newestOf(attempts: readonly Attempt[]): Attempt[] {
  const newest = new Map<string, Attempt>()
  for (const attempt of attempts) if (!newest.has(attempt.deliveryId)) newest.set(attempt.deliveryId, attempt)
  return [...newest.values()]
}

export const entriesOf = ({ transitions, events, annotations, mails, attempts }: Sources): Entry[] =>
  [
    ...transitions.map(record => ({ kind: 'transition', at: record.at, record }) as const),
    ...events.map(record => ({ kind: 'event', at: record.eventTime, record }) as const),
    ...annotations.map(record => ({ kind: 'annotation', at: record.createdDate, record }) as const),
    ...mails.map(text => {
      const end = text.indexOf(':')
      return { kind: 'mail', at: text.slice(end + 1), record: { mail: text.slice(0, end) } } as const
    }),
    ...newestOf(attempts).map(
      record => ({ kind: 'delivery', at: new Date(record.deliveredAt).toISOString(), record }) as const,
    ),
  ].toSorted((one, other) => other.at.localeCompare(one.at))

/** Several transitions can happen at once, but only one of a trigger. */
export function keyOf({ kind, at, record }: Entry): string {
  if ('deliveryId' in record) return record.deliveryId
  if ('sid' in record) return `${kind} ${record.sid}`
  return 'mail' in record ? `${kind} ${at} ${record.mail}` : `${kind} ${at} ${record.trigger} ${record.to}`
}
