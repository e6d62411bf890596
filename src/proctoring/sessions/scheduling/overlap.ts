import { sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard, noTable } from '../../../../db/guard.ts'
import { examSession } from '../../../../db/schema/session.ts'
import type { SidOf } from '../../../../db/sid.ts'

type Learner = { sid: SidOf<'ES'>; userSid: SidOf<'US'> }

/** An appointment without an end counts as one of a millisecond. */
const endOf = (end: ReturnType<typeof sql>, start: ReturnType<typeof sql>) =>
  sql`coalesce(${end}, ${start} + interval '1 millisecond')`

/**
 * Builds the statements that precede the update of an appointment. They delay other appointments of the learner until this
 * one is committed, and check that it overlaps none of them.
 * @throws Problem `appointment_overlaps`
 */
export function noOverlap(
  db: Database,
  { sid, userSid }: Learner,
  { start, end }: { start: Date; end: Date | null },
) {
  const user = sql.param(userSid, examSession.userSid)
  const from = sql`${start.toISOString()}::timestamptz`
  const to = sql`${end?.toISOString() ?? null}::timestamptz`
  return {
    // A lock of its own, because a row of the learner is locked by imports in another order.
    learner: db
      .select({
        locked: sql<string>`pg_advisory_xact_lock(hashtextextended('appointments of ' || ${user}::uuid, 0))`,
      })
      .from(noTable),
    // Its snapshot includes the appointments that were committed while the first statement waited.
    alone: guard(
      db,
      sql`not exists (select from ${examSession} other
        where other.user_sid = ${user} and other.sid <> ${sql.param(sid, examSession.sid)}
          and other.status in ('Pending Approval', 'Scheduled', 'Incident') and other.ended_date is null
          and other.appointment_date < ${endOf(to, from)}
          and ${endOf(sql`other.appointment_end_date`, sql`other.appointment_date`)} > ${from})`,
      'appointment_overlaps',
    ),
  }
}
