// Decides a new appointment of a session.

import { sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { examSession } from '../../../../db/schema/session.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { once } from '../../../shared/once.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { appointmentEnd } from '../lifecycle/appointment.ts'
import type { Change } from '../lifecycle/change.ts'
import { mayTakeExam } from '../lifecycle/entitlement.ts'
import type { SessionRow } from '../read/queries.ts'
import { chooseSlot } from './choose-slot.ts'
import { windowsUnchanged } from './effective-windows.ts'
import { lockAppointments, noOverlap } from './overlap.ts'
import { type SlotRow, takeSeat } from './seats.ts'

type Wish = {
  appointmentDate: Date
  instructorProctorSid?: SidOf<'IP'> | undefined
  slots: readonly SlotRow[]
}

/**
 * Returns the change that gives the session its appointment, with its end and a seat.
 * @throws Problem `not_assigned` if the exam is a draft, and as `appointmentEnd` and `chooseSlot`
 */
export function appointmentChange(
  db: Database,
  trigger: 'schedule' | 'reschedule',
  { session, configuration, isAssigned }: SessionRow,
  { appointmentDate, instructorProctorSid: requested, slots }: Wish,
): Change {
  const windows = { ...unboundedWindows, ...configuration }
  const decided = once(() => {
    // The sessions of a draft wait for it.
    if (isAssigned === false) throw new Problem('not_assigned', 'The exam is a draft.')
    const end = appointmentEnd(appointmentDate, windows, new Date())
    return { end, slot: chooseSlot({ slots, requested, start: appointmentDate, end }) }
  })
  return {
    trigger,
    values: () => ({
      appointmentDate,
      appointmentEndDate: decided().end,
      instructorProctorSid: decided().slot?.sid ?? null,
      duration: windows.duration,
      sessionType: windows.proctorTypes[0] ?? session.sessionType,
      reviewRequired: windows.proctorTypes.some(isReviewed),
      statusReason: null,
      dateScheduled: sql`coalesce(${examSession.dateScheduled}, now())`,
    }),
    before: () => {
      const { end, slot } = decided()
      return {
        learner: lockAppointments(db, session),
        ...windowsUnchanged(db, session, windows, isAssigned),
        ...mayTakeExam(db, session),
        alone: noOverlap(db, session, { start: appointmentDate, end }),
        ...(slot && takeSeat(db, slot.sid, session.sid)),
      }
    },
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
