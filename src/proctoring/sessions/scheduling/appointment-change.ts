// Decides a new appointment of a session.

import { sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { currentTime } from '../../../../db/draws.ts'
import { examSession } from '../../../../db/schema/session.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { RowOf } from '../../../../db/statement.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import { once } from '../../../shared/once.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { type findRulesInForce, versionInForce } from '../../installs/cancellation-policies/queries.ts'
import { appointmentEnd, withoutReservation } from '../lifecycle/appointment.ts'
import { countedChange, requireRebookable, requireWithinPolicy } from '../lifecycle/cancellation-policy.ts'
import type { Change } from '../lifecycle/change.ts'
import { mayTakeExam } from '../lifecycle/entitlement.ts'
import { limitChanges } from '../lifecycle/learner-changes.ts'
import type { SessionRow } from '../read/find-session.ts'
import { chooseProctoring, type ProctoringChoice, takeProctoring } from './choose-proctoring.ts'
import { chooseSlot } from './choose-slot.ts'
import { rulesUnchanged, windowsUnchanged } from './effective-windows.ts'
import { lockAppointments, noOverlap } from './overlap.ts'
import { type SlotRow, slotUnchanged, takeSeat } from './seats.ts'

type Wish = {
  caller: Caller
  appointmentDate: Date
  instructorProctorSid?: SidOf<'IP'> | undefined
  slots: readonly SlotRow[]
  /** Those of the cancellation policy that a new appointment gets. */
  rules: RowOf<typeof findRulesInForce> | undefined
  /** What `chooseProctoring` needs. */
  proctoring: Omit<ProctoringChoice, 'trigger' | 'row'>
}

/**
 * Returns the change that gives the session its appointment, with its end, a seat and the way in which it is proctored.
 * @throws Problem `not_assigned` if the exam is a draft, and as `appointmentEnd` and `chooseSlot`
 */
export function appointmentChange(
  db: Database,
  trigger: 'schedule' | 'reschedule',
  row: SessionRow,
  { caller, appointmentDate, instructorProctorSid: requested, slots, rules, proctoring }: Wish,
): Change {
  const { session, configuration, exam, install, isAssigned } = row
  const windows = { ...unboundedWindows, ...configuration }
  const { type, group, values } = chooseProctoring({ ...proctoring, trigger, row })
  const decided = once(() => {
    // The sessions of a draft wait for it.
    if (isAssigned === false) throw new Problem('not_assigned', 'The exam is a draft.')
    const now = currentTime()
    if (trigger === 'reschedule') requireWithinPolicy(caller, row, trigger, now)
    else requireRebookable(caller, session, rules)
    const end = appointmentEnd(appointmentDate, windows, now)
    return { end, slot: chooseSlot({ slots, requested, start: appointmentDate, end }) }
  })
  return {
    trigger,
    ...(type?.autoApprove && { facts: { approvalRequired: false } }),
    values: () => ({
      ...values,
      appointmentDate,
      appointmentEndDate: decided().end,
      instructorProctorSid: decided().slot?.sid ?? null,
      seatReleased: false,
      ...(trigger === 'reschedule' && withoutReservation),
      duration: windows.duration,
      url: windows.url,
      ...(trigger === 'schedule'
        ? {
            cancellationPolicyVersionSid: versionInForce(
              exam.cancellationPolicySid ?? install.cancellationPolicySid,
            ),
          }
        : countedChange(caller)),
      statusReason: null,
      dateScheduled: sql`coalesce(${examSession.dateScheduled}, now())`,
    }),
    before: () => {
      const { end, slot } = decided()
      return {
        ...limitChanges(db, caller, session),
        learner: lockAppointments(db, session),
        ...windowsUnchanged(db, session, windows, isAssigned),
        rulesUnchanged: rulesUnchanged(db, row),
        ...mayTakeExam(db, session),
        alone: noOverlap(db, session, { start: appointmentDate, end }),
        slotUnchanged: slotUnchanged(db, session.sid, slot, { start: appointmentDate, end }),
        ...(slot && takeSeat(db, slot.sid, session.sid)),
        ...takeProctoring(db, { type, group }, { sessionSid: session.sid, start: appointmentDate, end }),
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
  proctorTypes: [] as string[],
  url: null,
}
