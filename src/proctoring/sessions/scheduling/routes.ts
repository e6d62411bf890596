// Creates sessions and schedules their appointments.

import * as z from 'zod'
import { batch, type Database, type StatementResults } from '../../../../db/client.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import { toProblem } from '../../../shared/problems/failure.ts'
import { invalid, unknownSid } from '../../../shared/problems/field-errors.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { described } from '../../../shared/values/described.ts'
import { NullableInstant } from '../../../shared/values/instant.ts'
import { NullableSid } from '../../../shared/values/sid.ts'
import { setActor } from '../../actor.ts'
import { slotDescriptions } from '../../descriptions/configuration.ts'
import { route } from '../../env.ts'
import { findExamOfInstall } from '../../exams/lookup.ts'
import { findRulesInForce } from '../../installs/cancellation-policies/queries.ts'
import { changeSession } from '../lifecycle/change.ts'
import { one } from '../lifecycle/transition-route.ts'
import { findSession } from '../read/find-session.ts'
import { presentSession } from '../read/present.ts'
import { findPair, type SessionPath } from '../read/queries.ts'
import { Session } from '../read/record.ts'
import { Appointment, ExamParams, SessionCreate, SessionParams } from '../read/schema.ts'
import { appointmentChange } from './appointment-change.ts'
import { findProctoring } from './choose-proctoring.ts'
import { slotFull } from './choose-slot.ts'
import { insertSession } from './create.ts'
import { findSlots, presentSlot, type SlotRow } from './seats.ts'

export const createSession = route({
  tag: one.tag,
  method: 'post',
  path: '/v1/installs/{installSid}/exams/{examSid}/sessions',
  action: 'sp:CreateSession',
  summary: 'Create the next session of a learner',
  description: 'For another attempt. Enrolling or assigning creates the first session.',
  params: ExamParams,
  body: SessionCreate,
  returns: Session,
  status: 201,
  problems: ['not_assigned', 'no_attempts_left', 'session_active'],
  load: ({ db, params, body }) => ({
    exams: findExamOfInstall(db, params),
    pairs: findPair(db, { ...params, ...body }),
  }),
  handle: async ({ db, params, caller, body, loaded }) => {
    firstOr404(loaded.exams)
    const [pair] = loaded.pairs
    if (!pair) throw invalid(unknownSid('enrollmentSid', 'enrollment', body.enrollmentSid))
    const sessionSid = newSid('ES')
    const { record } = await batch(db, {
      actor: setActor(db, caller),
      ...insertSession(db, { ...params, ...pair, ...body, sessionSid }),
      record: findSession(db, { ...params, sessionSid }),
    })
    return presentSession(firstOr404(record), caller)
  },
})

const Slot = z
  .object(
    described(
      {
        instructorProctorSid: NullableSid('IP'),
        location: z.string().nullable(),
        startDateTime: NullableInstant,
        endDateTime: NullableInstant,
        capacity: z.number().nullable(),
        remaining: z.number().nullable(),
      },
      {
        ...slotDescriptions,
        startDateTime: slotDescriptions.startTime,
        endDateTime: slotDescriptions.endTime,
        remaining: { description: 'The seats that are left; null means unlimited.', example: 4 },
      },
    ),
  )
  .meta({ id: 'AvailableSlot' })

export const readAvailability = route({
  ...one,
  method: 'get',
  path: `${one.path}/availability`,
  action: 'sp:ReadAvailability',
  summary: 'Get the availability for a session',
  description:
    'The slots of instructors who proctor, with their remaining seats, or else the window of the exam.',
  params: SessionParams,
  returns: z.array(Slot),
  load: ({ db, params }) => loadSlots(db, params),
  ownedBy: ({ loaded: { sessions } }) => sessions[0]?.session.userSid,
  handle: ({ loaded }) => {
    const { configuration } = firstOr404(loaded.sessions)
    if (loaded.slots.length > 0) return loaded.slots.map(presentSlot)
    return [
      {
        instructorProctorSid: null,
        location: null,
        startDateTime: configuration?.examOpenDate ?? null,
        endDateTime: configuration?.examCloseDate ?? null,
        capacity: null,
        remaining: null,
      },
    ]
  },
})

const appointment = {
  ...one,
  params: SessionParams,
  body: Appointment,
  returns: Session,
  problems: [
    ...(['capacity_full', 'edited_meanwhile'] as const),
    ...(['session_state_conflict', 'session_changed', 'outside_window', 'window_too_short'] as const),
    ...(['slot_full', 'slot_unavailable', 'appointment_overlaps'] as const),
    ...(['no_attempts_left', 'exam_not_approved', 'not_assigned', 'cancellation_policy'] as const),
    'too_many_attempts' as const,
  ],
  load: ({ db, params, body }: Pick<AppointmentInput, 'db' | 'params' | 'body'>) =>
    loadChoices(db, params, body),
  ownedBy: ({ loaded }: { loaded: AppointmentInput['loaded'] }) => loaded.sessions[0]?.session.userSid,
} as const

export const scheduleSession = route({
  ...appointment,
  method: 'post',
  action: 'sp:ScheduleSession',
  summary: 'Schedule a session',
  description:
    "If the exam has slots, takes a seat in the requested one, or else in the first with a free seat. The slot must last from the start to the end of the appointment. The appointment has the effective duration of the exam, but ends no later than its window; at least 5 minutes must be left. Appointments of one learner do not overlap. `proctorType` chooses one of the types that the exam offers, by its code; without it, the appointment has the first of them. The type and the proctor group must have capacity left at this time. A learner's element can make 30 changes of appointments in an hour.",
  handle: request => setAppointment('schedule', request),
})

export const rescheduleSession = route({
  ...appointment,
  method: 'put',
  action: 'sp:RescheduleSession',
  summary: 'Reschedule a session',
  description:
    "As for scheduling. Releases the previous seat in the same transaction. Without `proctorType` and `proctorGroupSid`, the session keeps its type while the exam offers it, and its group. A learner's element is held to the cancellation policy of the appointment; the refusal contains what holds.",
  handle: request => setAppointment('reschedule', request),
})

const loadSlots = (db: Database, params: SessionPath) => ({
  sessions: findSession(db, params),
  slots: findSlots(db, params.sessionSid),
})

const loadChoices = (db: Database, params: SessionPath, body: z.output<typeof Appointment>) => ({
  ...loadSlots(db, params),
  ...findProctoring(db, params.sessionSid, body),
  rules: findRulesInForce(db, params.sessionSid),
})

type AppointmentInput = {
  db: Database
  params: SessionPath
  caller: Caller
  body: z.output<typeof Appointment>
  loaded: StatementResults<ReturnType<typeof loadChoices>>
}

/**
 * Another request can take the last seat of the chosen slot, or change a proctor type. Then the choice is repeated, this
 * often at most.
 */
const maxChoices = 5

async function setAppointment(trigger: 'schedule' | 'reschedule', request: AppointmentInput) {
  const { db, params, caller, body, loaded } = request
  const { instructorProctorSid: requested } = body
  if (requested && !loaded.slots.some(({ sid }) => sid === requested))
    throw invalid(unknownSid('instructorProctorSid', 'slot of this exam', requested))
  requireLearnersChoice(caller, body)
  for (let choice = 1, current = loaded; ; choice++) {
    const { sessions, ...choices } = current
    const row = firstOr404(sessions)
    const proctoring = { ...choices, listed: row.configuration?.proctorTypes, requested: body }
    try {
      const changed = await changeSession(db, { path: params, caller, row, statements: {} }, latest =>
        appointmentChange(db, trigger, latest, {
          ...{ caller, ...body, slots: choices.slots },
          ...{ rules: choices.rules[0], proctoring },
        }),
      )
      return presentSession(firstOr404(changed.sessions), caller)
    } catch (error) {
      requireRepeatable(error, { isLast: choice === maxChoices, slots: choices.slots, requested })
      current = await batch(db, loadChoices(db, params, body))
    }
  }
}

type Failed = { isLast: boolean; slots: readonly SlotRow[]; requested: SidOf<'IP'> | undefined }

/** Throws the error, unless another choice can succeed. */
function requireRepeatable(error: unknown, { isLast, slots, requested }: Failed): void {
  if (isLostSeat(error)) {
    if (requested || isLast) throw slotFull(slots, requested)
  } else if (isLast || toProblem(error).code !== 'edited_meanwhile') throw error
}

/**
 * Learners choose how they are proctored, not by whom.
 * @throws Problem `invalid_request` at `proctorGroupSid`
 */
function requireLearnersChoice({ role }: Caller, { proctorGroupSid }: z.output<typeof Appointment>): void {
  if (proctorGroupSid === undefined || role !== 'learner') return
  throw invalid({
    path: 'proctorGroupSid',
    code: 'invalid_value',
    message: 'Learners cannot choose a proctor group.',
  })
}

/** Returns whether the database has refused the seat: the problem of a choice has alternatives. */
function isLostSeat(error: unknown): boolean {
  const { code, members } = toProblem(error)
  return code === 'slot_full' && members['alternatives'] === undefined
}
