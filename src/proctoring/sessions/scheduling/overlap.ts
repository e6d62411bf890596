import { sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard, noTable } from '../../../../db/guard.ts'
import { examSession } from '../../../../db/schema/session.ts'
import type { SidOf } from '../../../../db/sid.ts'

type Learner = { sid: SidOf<'ES'>; userSid: SidOf<'US'> }

/**
 * Builds the first statement of a batch that makes an appointment: it delays other appointments of the learner until this
 * one is committed.
 */
export const lockAppointments = (db: Database, { userSid }: Pick<Learner, 'userSid'>) =>
  // A lock of its own, because a row of the learner is locked by imports in another order.
  db
    .select({
      locked: sql<string>`pg_advisory_xact_lock(hashtextextended('appointments of ' || ${sql.param(userSid, examSession.userSid)}::uuid, 0))`,
    })
    .from(noTable)

/**
 * Builds the guard that the appointment overlaps no other one of the learner. It follows `lockAppointments`, and the locks of
 * the courses of the others (`windowsUnchanged`), so that its snapshot includes what was committed meanwhile.
 * @throws Problem `appointment_overlaps`
 */
export function noOverlap(
  db: Database,
  { sid, userSid }: Learner,
  { start, end }: { start: Date; end: Date | null },
) {
  const user = sql.param(userSid, examSession.userSid)
  const from = sql`${start.toISOString()}::timestamptz`
  return guard(
    db,
    sql`not exists (select from ${examSession} other
      where other.user_sid = ${user} and other.sid <> ${sql.param(sid, examSession.sid)}
        and is_booked(other.status, other.ended_date)
        and other.appointment_date < appointment_end(${from}, ${end?.toISOString() ?? null})
        and appointment_end(other.appointment_date, other.appointment_end_date) > ${from})`,
    'appointment_overlaps',
  )
}
