// Decides a new appointment of a session.

import { sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { examSession } from '../../../../db/schema/session.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import { once } from '../../../shared/once.ts'
import { versionInForce } from '../../installs/cancellation-policies/queries.ts'
import { appointmentEnd } from '../lifecycle/appointment.ts'
import { countedChange, requireWithinPolicy } from '../lifecycle/cancellation-policy.ts'
import type { Change } from '../lifecycle/change.ts'
import { mayTakeExam } from '../lifecycle/entitlement.ts'
import type { SessionRow } from '../read/queries.ts'
import { chooseSlot } from './choose-slot.ts'
import { windowsUnchanged } from './effective-windows.ts'
import { noOverlap } from './overlap.ts'
import { type SlotRow, takeSeat } from './seats.ts'

type Wish = {
  caller: Caller
  appointmentDate: Date
  instructorProctorSid?: SidOf<'IP'> | undefined
  slots: readonly SlotRow[]
}

/** Returns the change that gives the session its appointment, with its end and a seat. */
export function appointmentChange(
  db: Database,
  trigger: 'schedule' | 'reschedule',
  row: SessionRow,
  { caller, appointmentDate, instructorProctorSid: requested, slots }: Wish,
): Change {
  const { session, configuration, exam, install } = row
  const windows = { ...unboundedWindows, ...configuration }
  const decided = once(() => {
    const now = new Date()
    if (trigger === 'reschedule') requireWithinPolicy(caller, row, trigger, now)
    const end = appointmentEnd(appointmentDate, windows, now)
    return { end, slot: chooseSlot({ slots, requested, start: appointmentDate, end }) }
  })
  return {
    trigger,
    values: () => ({
      appointmentDate,
      appointmentEndDate: decided().end,
      instructorProctorSid: decided().slot?.sid ?? null,
      duration: windows.duration,
      url: windows.url,
      ...(trigger === 'schedule'
        ? {
            cancellationPolicyVersionSid: versionInForce(
              exam.cancellationPolicySid ?? install.cancellationPolicySid,
            ),
          }
        : countedChange(caller)),
      sessionType: windows.proctorTypes[0] ?? session.sessionType,
      reviewRequired: windows.proctorTypes.some(isReviewed),
      statusReason: null,
      dateScheduled: sql`coalesce(${examSession.dateScheduled}, now())`,
    }),
    before: () => {
      const { end, slot } = decided()
      return {
        ...windowsUnchanged(db, session, windows),
        ...mayTakeExam(db, session),
        ...noOverlap(db, session, { start: appointmentDate, end }),
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
  url: null,
}

/** A proctor type whose name contains "review" requires a review after the session. */
const isReviewed = (proctorType: string): boolean => /review/i.test(proctorType)
