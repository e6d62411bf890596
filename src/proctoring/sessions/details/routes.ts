// The operations with which other systems, and the learner's device, report about a session. They do not change its status.

import { sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { invalid } from '../../../shared/problems/field-errors.ts'
import { guardNotErased } from '../../not-erased.ts'
import { stateConflict } from '../lifecycle/change.ts'
import { one, transitionRoute } from '../lifecycle/transition-route.ts'
import type { SessionRow } from '../read/find-session.ts'
import { isAhead, isRunning } from '../transitions.ts'
import { ExternalAppointment, Partner, Recording, SystemCheck } from './schema.ts'

/** @throws Problem `session_state_conflict` unless the attempt is ahead or running */
function requireNotEnded(row: SessionRow): void {
  if (!(isAhead(row.session) || isRunning(row.session))) throw stateConflict(row)
}

/** A change of what is reported about a session, which keeps its status. @throws Problem `user_erased` */
const detailOf = (db: Database, { session }: SessionRow) => ({
  trigger: undefined,
  after: { notErased: guardNotErased(db, session.sid) },
})

export const recordSystemCheck = transitionRoute({
  ...one,
  method: 'post',
  path: `${one.path}/systemCheck`,
  action: 'sp:RecordSystemCheck',
  summary: 'Record a system check',
  description:
    "For the learner's device, until the attempt ends. The last check counts. Where the install has `requireSystemCheck`, a session starts only after a check that passed.",
  body: SystemCheck,
  problems: ['user_erased'],
  change: (row, { passed, details = null, platformVersion = null, locale = null }, { db }) => {
    requireNotEnded(row)
    return {
      ...detailOf(db, row),
      values: () => ({
        systemCheckStartDate: sql`coalesce(${examSession.systemCheckStartDate}, now())`,
        systemCheckEndDate: sql`now()`,
        systemCheckPassed: passed,
        systemCheckDetails: details,
        platformVersion,
        examLocale: locale,
      }),
    }
  },
})

/** How far the clock of a recording system may be ahead. */
const maxAheadMs = 5 * 60_000

export const updateRecording = transitionRoute({
  ...one,
  method: 'put',
  path: `${one.path}/recording`,
  action: 'sp:UpdateRecording',
  recordPath: one.path,
  callers: ['credential', 'session'],
  summary: 'Set the recording of a session',
  description:
    'For an attempt that has started. Replaces what was sent before. `startedAt` is at most 5 minutes ahead.',
  body: Recording,
  problems: ['user_erased'],
  change: (row, { startedAt, url = null, score = null, flags = [] }, { db, now }) => {
    if (row.session.inProgressDate === null) throw stateConflict(row)
    if (startedAt.getTime() > now.getTime() + maxAheadMs) throw invalid(startsAhead)
    return {
      ...detailOf(db, row),
      values: () => ({
        recordingStartDate: startedAt,
        recordingUrl: url,
        automated: score === null && flags.length === 0 ? null : { score, flags },
      }),
    }
  },
})

const startsAhead = {
  path: 'startedAt',
  code: 'invalid_value',
  message: 'Must be at most 5 minutes ahead.',
}

export const updatePartnerExam = transitionRoute({
  ...one,
  method: 'put',
  path: `${one.path}/partner`,
  action: 'sp:UpdatePartnerExam',
  recordPath: one.path,
  callers: ['credential', 'session'],
  summary: 'Set the address of the exam of a session',
  description:
    'Until the attempt ends. Changes only the members that are sent; `null` clears a member. A later appointment sets `URL` to the address of the configuration again.',
  body: Partner,
  problems: ['user_erased'],
  change: (row, values, { db }) => {
    requireNotEnded(row)
    return { ...detailOf(db, row), values: () => values }
  },
})

export const updateExternalAppointment = transitionRoute({
  ...one,
  method: 'put',
  path: `${one.path}/externalAppointment`,
  action: 'sp:UpdateExternalAppointment',
  recordPath: one.path,
  callers: ['credential', 'session'],
  summary: 'Set the appointment of a session in another system',
  description:
    'Until the attempt ends. Changes only the members that are sent; `null` clears a member. An `id` ends a reservation that the request does not contain. When a reservation runs out, the session loses its seat, and keeps its status: until its next appointment, it needs no seat. A reservation ends when its appointment is moved or lost.',
  body: ExternalAppointment,
  problems: ['user_erased'],
  change: (row, { id, reservedId, reservedUntil }, { db }) => {
    requireNotEnded(row)
    const { externalReservedAppointmentId: before } = row.session
    const ends = typeof id === 'string' && reservedId === undefined && reservedUntil === undefined
    const reserved = ends ? null : reservedId === undefined ? before : reservedId
    if (reservedUntil && reserved === null) throw invalid(nothingReserved)
    return {
      ...detailOf(db, row),
      values: () => ({
        externalAppointmentId: id,
        externalReservedAppointmentId: reserved,
        externalReservedAppointmentExpires: reserved === null ? null : reservedUntil,
        externalAppointmentSyncDate: sql`now()`,
      }),
    }
  },
})

const nothingReserved = {
  path: 'reservedUntil',
  code: 'invalid_value',
  message: 'Requires reservedId.',
}
