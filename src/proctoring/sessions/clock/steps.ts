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

/** A batch changes at most this many sessions, so that requests wait only briefly for its locks. */
export const batchSize = 25

type Step = (at: SQL) => SQL<number>

const steps: Record<TimeTrigger, Step> = {
  noShow: at => sql`close_no_shows(${at}, ${batchSize})`,
  timeOver: at => sql`end_overruns(${at}, ${batchSize}, ${reviewHours} * interval '1 hour')`,
  windowClosed: at => sql`close_missed_windows(${at}, ${batchSize})`,
  reviewOverdue: at => sql`mark_overdue_reviews(${at}, ${batchSize})`,
  reservationExpired: at => sql`release_expired_reservations(${at}, ${batchSize})`,
}

export const timeTriggers = Object.keys(steps) as TimeTrigger[]

/**
 * Builds the statements of one batch that change at most `batchSize` sessions for which the trigger is due at the given
 * time. The history names `time` as the actor and has the given time.
 */
export const changeDue = (db: Database, trigger: TimeTrigger, at: Date) => ({
  clock: db
    .select({
      actor: sql<string>`set_config('invigil.actor', 'time', true)`,
      trigger: sql<string>`set_config('invigil.trigger', ${trigger}, true)`,
      clock: sql<string>`set_config('invigil.clock', ${at.toISOString()}, true)`,
    })
    .from(noTable),
  due: db.select({ changed: steps[trigger](sql`${at.toISOString()}::timestamptz`) }).from(noTable),
})
