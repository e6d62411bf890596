// Creates sessions and schedules their appointments.

import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { batch, type Database, type StatementResults } from '../../../../db/client.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { newSid } from '../../../../db/sid.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import { toProblem } from '../../../shared/problems/failure.ts'
import { invalid, unknownSid } from '../../../shared/problems/field-errors.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { described } from '../../../shared/values/described.ts'
import { NullableInstant } from '../../../shared/values/instant.ts'
import { NullableSid } from '../../../shared/values/sid.ts'
import { slotDescriptions } from '../../descriptions/configuration.ts'
import { route } from '../../env.ts'
import { findExamOfInstall } from '../../exams/lookup.ts'
import { appointmentEnd } from '../lifecycle/appointment.ts'
import { type Change, changeSession, setActor } from '../lifecycle/change.ts'
import { one } from '../lifecycle/transition-route.ts'
import { presentSession } from '../read/present.ts'
import { findPair, findSession, type SessionPath, type SessionRow } from '../read/queries.ts'
import { Session } from '../read/record.ts'
import { Appointment, ExamParams, SessionCreate, SessionParams } from '../read/schema.ts'
import { insertSession } from './create.ts'
import { windowsUnchanged } from './effective-windows.ts'
import { findSlots, seatsLeft, takeSeat } from './seats.ts'

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
    return presentSession(firstOr404(record))
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
  problems: ['session_state_conflict', 'session_changed', 'outside_window', 'slot_full'],
  load: ({ db, params }: { db: Database; params: SessionPath }) => loadSlots(db, params),
  ownedBy: ({ loaded }: { loaded: AppointmentInput['loaded'] }) => loaded.sessions[0]?.session.userSid,
} as const

export const scheduleSession = route({
  ...appointment,
  method: 'post',
  action: 'sp:ScheduleSession',
  summary: 'Schedule a session',
  description:
    'Takes a seat if the request contains a slot, which learners must send if the exam has slots. The appointment has the effective duration of the exam, but ends no later than its window.',
  handle: request => setAppointment('schedule', request),
})

export const rescheduleSession = route({
  ...appointment,
  method: 'put',
  action: 'sp:RescheduleSession',
  summary: 'Reschedule a session',
  description: 'Releases the previous seat in the same transaction.',
  handle: request => setAppointment('reschedule', request),
})

const loadSlots = (db: Database, params: SessionPath) => ({
  sessions: findSession(db, params),
  slots: findSlots(db, params.sessionSid),
})

type AppointmentInput = {
  db: Database
  params: SessionPath
  caller: Caller
  body: z.output<typeof Appointment>
  loaded: StatementResults<ReturnType<typeof loadSlots>>
}

async function setAppointment(
  trigger: 'schedule' | 'reschedule',
  { db, params, caller, body, loaded }: AppointmentInput,
) {
  const row = firstOr404(loaded.sessions)
  const { appointmentDate, instructorProctorSid = null } = body
  const slot = loaded.slots.find(({ sid }) => sid === instructorProctorSid)
  if (instructorProctorSid && !slot)
    throw invalid(unknownSid('instructorProctorSid', 'slot of this exam', instructorProctorSid))
  // Integrations can appoint learners without a seat. Learners cannot, because they would bypass the capacity.
  if (!slot && loaded.slots.length > 0 && caller.token?.elementType === 'exam-session')
    throw invalid({
      path: 'instructorProctorSid',
      code: 'required',
      message: 'Required: this exam has slots.',
    })

  const decide = (current: SessionRow): Change => {
    const { session, configuration } = current
    const windows = { ...unboundedWindows, ...configuration }
    const endDate = () => appointmentEnd(appointmentDate, windows, slot, new Date())
    return {
      trigger,
      values: () => ({
        appointmentDate,
        appointmentEndDate: endDate(),
        instructorProctorSid,
        duration: windows.duration,
        sessionType: windows.proctorTypes[0] ?? session.sessionType,
        reviewRequired: windows.proctorTypes.some(isReviewed),
        statusReason: null,
        dateScheduled: sql`coalesce(${examSession.dateScheduled}, now())`,
      }),
      before: {
        ...windowsUnchanged(db, current, windows),
        ...(instructorProctorSid && takeSeat(db, instructorProctorSid, params.sessionSid)),
      },
    }
  }
  try {
    const { sessions } = await changeSession(db, { path: params, caller, row, statements: {} }, decide)
    return presentSession(firstOr404(sessions))
  } catch (error) {
    if (toProblem(error).code !== 'slot_full') throw error
    // `load` has read the alternatives. To read them again would cost a round trip and would not reserve them either.
    throw slotFull(loaded.slots.filter(({ sid }) => sid !== instructorProctorSid))
  }
}

const unboundedWindows = {
  examOpenDate: null,
  examCloseDate: null,
  scheduleOpenDate: null,
  scheduleCloseDate: null,
  duration: null,
  proctorTypes: [],
}

/** A proctor type whose name contains "review" requires a review after the session. */
const isReviewed = (proctorType: string): boolean => /review/i.test(proctorType)

const slotFull = (slots: Parameters<typeof presentSlot>[0][]) =>
  new Problem('slot_full', 'All seats of the slot are taken.', {
    members: { alternatives: slots.map(presentSlot).filter(({ remaining }) => remaining !== 0) },
  })

const presentSlot = ({
  sid,
  location,
  startTime,
  endTime,
  capacity,
  taken,
}: StatementResults<ReturnType<typeof loadSlots>>['slots'][number]) => ({
  instructorProctorSid: sid,
  location,
  startDateTime: startTime,
  endDateTime: endTime,
  capacity,
  remaining: seatsLeft({ capacity, taken }),
})
