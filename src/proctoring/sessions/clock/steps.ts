// What time does to sessions, in bounded batches. The rules are SQL functions, because each batch decides and writes in one
// statement per table; transitions.ts has the same statuses, and a test compares them.

import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { noTable } from '../../../../db/guard.ts'
import { reviewHours } from '../lifecycle/review-due.ts'
import type { Trigger } from '../transitions.ts'

/** The triggers that time causes. */
export type TimeTrigger = Extract<
  Trigger,
  'noShow' | 'timeOver' | 'windowClosed' | 'reviewOverdue' | 'reservationExpired'
>

type Step = (at: SQL, amount: number) => SQL<number>

const steps: Record<TimeTrigger, Step> = {
  noShow: (at, amount) => sql`close_no_shows(${at}, ${amount})`,
  timeOver: (at, amount) => sql`end_overruns(${at}, ${amount}, ${reviewHours} * interval '1 hour')`,
  windowClosed: (at, amount) => sql`close_missed_windows(${at}, ${amount})`,
  reviewOverdue: (at, amount) => sql`mark_overdue_reviews(${at}, ${amount})`,
  reservationExpired: (at, amount) => sql`release_expired_reservations(${at}, ${amount})`,
}

export const timeTriggers = Object.keys(steps) as TimeTrigger[]

/** A batch: at most so many sessions for which the trigger is due at the given time. */
type Batch = { trigger: TimeTrigger; at: Date; amount: number }

/** Builds the statements of a batch. The history names `time` as the actor and has the given time. */
export const changeDue = (db: Database, { trigger, at, amount }: Batch) => ({
  clock: db
    .select({
      actor: sql<string>`set_config('invigil.actor', 'time', true)`,
      trigger: sql<string>`set_config('invigil.trigger', ${trigger}, true)`,
      clock: sql<string>`set_config('invigil.clock', ${at.toISOString()}, true)`,
    })
    .from(noTable),
  due: db.select({ changed: steps[trigger](sql`${at.toISOString()}::timestamptz`, amount) }).from(noTable),
})
