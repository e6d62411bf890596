// The events of sessions, which people report, and annotations, which refer to a position of a recording.

import { learnerAndExamOf } from '../../db/schema/session.ts'
import type { SidOf } from '../../db/sid.ts'
import type { Attempt } from './attempt.ts'
import type { Row } from './batch.ts'
import { dayMs, minuteMs } from './calendar.ts'
import type { Context } from './context.ts'
import { type Random, weighted } from './random.ts'

type Kind = { name: string; opensIncident: boolean; details: string; damage: string }

const kinds: readonly Kind[] = [
  {
    name: 'Unauthorised material',
    opensIncident: true,
    details: 'Notes lay beside the keyboard.',
    damage: 'Answers may come from the notes.',
  },
  {
    name: 'Second person in the room',
    opensIncident: true,
    details: 'A voice answered from outside of the picture.',
    damage: 'Answers may have been passed on.',
  },
  {
    name: 'Identity not confirmed',
    opensIncident: true,
    details: 'The photograph of the card and the face differ.',
    damage: 'Somebody else may have taken the exam.',
  },
  {
    name: 'Mobile phone',
    opensIncident: true,
    details: 'A phone was in the hand for about ten seconds.',
    damage: 'Questions may have been photographed.',
  },
  {
    name: 'Lost connection',
    opensIncident: false,
    details: 'The connection was gone for a few minutes.',
    damage: 'None: the exam was paused.',
  },
  {
    name: 'Technical problem',
    opensIncident: false,
    details: 'The camera had to be started again.',
    damage: 'None.',
  },
  {
    name: 'Left the seat',
    opensIncident: false,
    details: 'A break that was not announced.',
    damage: 'None that was seen.',
  },
]

export type EventType = Kind & { sid: SidOf<'ET'> }

export function eventTypesOf({ random, now, installSid }: Context): {
  types: EventType[]
  rows: Row<'eventType'>[]
} {
  const createdDate = new Date(now - 900 * dayMs)
  const types = kinds.map(kind => ({ ...kind, sid: random.sid('ET', createdDate.getTime()) }))
  const rows = types.map(({ sid, name, opensIncident }) => ({
    sid,
    installSid,
    name,
    opensIncident,
    createdDate,
    editDate: createdDate,
  }))
  return { types, rows }
}

/** The events of an attempt. Those of a type that opens incidents are resolved unless the session has an incident. */
export function eventsOf(
  context: Context,
  attempt: Attempt,
  types: readonly EventType[],
  shareWithEvent: number,
): Row<'sessionEvent'>[] {
  const { random } = context
  const { ended, openIncident } = attempt
  if (ended === undefined || !(openIncident || random.chance(shareWithEvent))) return []
  const type = random.pick(types.filter(({ opensIncident }) => opensIncident || !openIncident))
  if (type.opensIncident && !openIncident) {
    if (attempt.row.status !== 'Closed') return []
    attempt.row.sessionReportCount = 1
    attempt.row.auditStatus ??= 'Resolved'
  }
  return [eventRow(context, attempt, ended, type)]
}

function eventRow(
  { random, place, now }: Context,
  { row, openIncident }: Attempt,
  ended: number,
  type: EventType,
): Row<'sessionEvent'> {
  const started = row.inProgressDate?.getTime() ?? ended
  const eventTime = new Date(random.between(started, ended))
  const createdDate = new Date(Math.min(ended + 10 * minuteMs, now))
  const status = openIncident ? 'Open' : random.pick(['Resolved', 'Dismissed'] as const)
  const decided = new Date(
    random.between(createdDate.getTime(), Math.min(createdDate.getTime() + 4 * dayMs, now)),
  )
  return {
    sid: random.sid('ER', createdDate.getTime()),
    sessionSid: row.sid,
    ...learnerAndExamOf(row),
    eventTypeSid: type.sid,
    status,
    eventTime,
    title: type.name,
    subject: 'Learner',
    details: type.details,
    potentialDamage: type.damage,
    directWitness: random.chance(0.5) ? 'Proctor' : null,
    correctiveActionDetails:
      status === 'Resolved' ? 'The instructor was informed and decided on the mark.' : null,
    contactPerson: 'Examinations office',
    contactEmail: `exams@${place.domain}`,
    contactPhone: '+1 555 010 0100',
    createdDate,
    editDate: status === 'Open' ? createdDate : decided,
  }
}

const drawAnnotationType = weighted([
  ['gaze-away', 35],
  ['voice-detected', 20],
  ['face-missing', 15],
  ['window-switched', 15],
  ['second-face', 7],
  ['phone-detected', 5],
  ['note', 3],
])

/** The mean number of annotations of a recording. The distribution is geometric: most have none, some have many. */
export function annotationsOf(context: Context, { row, ended }: Attempt, mean: number): Row<'annotation'>[] {
  const { random, now } = context
  const from = row.recordingStartDate?.getTime()
  if (ended === undefined || from === undefined) return []
  const rows: Row<'annotation'>[] = []
  while (random.chance(mean / (1 + mean))) {
    rows.push(annotationRow(random, row.sid, ended - from, Math.min(ended + 5 * minuteMs, now)))
  }
  return rows
}

function annotationRow(
  random: Random,
  sessionSid: SidOf<'ES'>,
  lengthMs: number,
  created: number,
): Row<'annotation'> {
  const type = drawAnnotationType(random)
  const startOffsetMs = random.below(lengthMs)
  const source = type === 'note' || random.chance(0.15) ? 'proctor' : 'system'
  const createdDate = new Date(created)
  return {
    sid: random.sid('AN', created),
    sessionSid,
    type,
    startOffsetMs,
    endOffsetMs: Math.min(startOffsetMs + Math.round(random.logNormal(6_000, 1)), lengthMs),
    severity: Math.round(random.next() ** 2 * 100) / 100,
    source,
    text: source === 'proctor' ? 'Looked at with the recording.' : null,
    muted: random.chance(0.05),
    createdDate,
    editDate: createdDate,
  }
}
