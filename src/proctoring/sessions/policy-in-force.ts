import type { examSession } from '../../../db/schema/session.ts'

const minuteMs = 60_000

type Booked = Pick<typeof examSession.$inferSelect, 'appointmentDate' | 'rescheduleCount'>
export type PolicyRules = { leadTimeMinutes: number; maxReschedules: number | null }

/** Returns what the policy allows the learner of the appointment. */
export function policyInForce({ session, policy }: { session: Booked; policy: PolicyRules }) {
  const { leadTimeMinutes, maxReschedules } = policy
  const { appointmentDate, rescheduleCount } = session
  return {
    ...{ leadTimeMinutes, maxReschedules },
    reschedulesLeft: maxReschedules === null ? null : Math.max(0, maxReschedules - rescheduleCount),
    changeableUntil: appointmentDate && new Date(appointmentDate.getTime() - leadTimeMinutes * minuteMs),
  }
}
