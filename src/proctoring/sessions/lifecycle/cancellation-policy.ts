// What the cancellation policy of an appointment allows its learner. Integrations are not held to it.

import { sql } from 'drizzle-orm'
import { examSession } from '../../../../db/schema/session.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { type PolicyRules, policyInForce } from '../policy-in-force.ts'
import type { SessionRow } from '../read/find-session.ts'
import { isUpcoming } from '../transitions.ts'

/** Returns whether the caller is the element of a learner. */
export const isLearnersElement = ({ token }: Pick<Caller, 'token'>): boolean =>
  token?.elementType === 'exam-session'

/** The column that counts the changes of the learner; no column for other callers. */
export const countedChange = (caller: Pick<Caller, 'token'>) =>
  isLearnersElement(caller) && { rescheduleCount: sql`${examSession.rescheduleCount} + 1` }

/**
 * Checks that the learner may book again after cancelling: a cancellation and another appointment are a change.
 * @throws Problem `cancellation_policy` as for `requireWithinPolicy`
 */
export function requireRebookable(
  caller: Pick<Caller, 'token'>,
  { rescheduleCount: reschedules }: SessionRow['session'],
  rules: PolicyRules | undefined,
): void {
  if (!(rules && isLearnersElement(caller))) return
  const { leadTimeMinutes, maxReschedules } = rules
  if (maxReschedules === null || reschedules <= maxReschedules) return
  throw tooManyChanges({ leadTimeMinutes, maxReschedules, reschedules, until: null })
}

type Held = PolicyRules & { reschedules: number; until: Date | null }

const tooManyChanges = (policy: Held) =>
  new Problem('cancellation_policy', `Learners can change an appointment ${policy.maxReschedules} times.`, {
    members: { policy },
  })

/**
 * Checks that the learner may move or cancel the appointment now.
 * @throws Problem `cancellation_policy` with the rules of the policy, the time until which they allow it, and how often the
 *   learner has changed appointments
 */
export function requireWithinPolicy(
  caller: Pick<Caller, 'token'>,
  { session, policy }: Pick<SessionRow, 'session' | 'policy'>,
  change: 'reschedule' | 'cancel',
  now: Date,
): void {
  if (!(policy && isLearnersElement(caller) && isUpcoming(session))) return
  const { reschedulesLeft, changeableUntil: until, ...rules } = policyInForce({ session, policy })
  const held = { ...rules, reschedules: session.rescheduleCount, until }
  if (until && now > until)
    throw new Problem(
      'cancellation_policy',
      `Learners can change this appointment until ${until.toISOString()}.`,
      { members: { policy: held } },
    )
  if (change === 'reschedule' && reschedulesLeft === 0) throw tooManyChanges(held)
}
