// What happened in a session, newest first: its transitions, the events that were reported, annotations, the mails that
// were sent to the learner, and the deliveries of its changes to webhook endpoints.

import type { ItemOf } from '../../../../client/index.ts'
import type { Delivery } from './record.ts'

const path = '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'
export type Transition = ItemOf<`${typeof path}/history`>
export type Event = ItemOf<`${typeof path}/events`>
export type Annotation = ItemOf<`${typeof path}/annotations`>

export type Entry =
  | { kind: 'transition'; at: string; record: Transition }
  | { kind: 'event'; at: string; record: Event }
  | { kind: 'annotation'; at: string; record: Annotation }
  | { kind: 'mail'; at: string; record: { mail: string } }
  | { kind: 'delivery'; at: string; record: Delivery }

type Sources = {
  transitions: readonly Transition[]
  events: readonly Event[]
  annotations: readonly Annotation[]
  /** The kind and the time of each, separated by the first colon. */
  mails: readonly string[]
  deliveries: readonly Delivery[]
}

export const entriesOf = ({ transitions, events, annotations, mails, deliveries }: Sources): Entry[] =>
  [
    ...transitions.map(record => ({ kind: 'transition', at: record.at, record }) as const),
    ...events.map(record => ({ kind: 'event', at: record.eventTime, record }) as const),
    ...annotations.map(record => ({ kind: 'annotation', at: record.createdDate, record }) as const),
    ...mails.map(text => {
      const end = text.indexOf(':')
      return { kind: 'mail', at: text.slice(end + 1), record: { mail: text.slice(0, end) } } as const
    }),
    ...deliveries.map(record => {
      const at = new Date(record.finishedAt ?? record.createdAt).toISOString()
      return { kind: 'delivery', at, record } as const
    }),
  ].toSorted((one, other) => other.at.localeCompare(one.at))

/** Several transitions can happen at once, but only one of a trigger. */
export function keyOf({ kind, at, record }: Entry): string {
  if ('id' in record) return record.id
  if ('sid' in record) return `${kind} ${record.sid}`
  return 'mail' in record ? `${kind} ${at} ${record.mail}` : `${kind} ${at} ${record.trigger} ${record.to}`
}
