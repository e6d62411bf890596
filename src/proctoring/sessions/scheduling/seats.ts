// Seats in the slots of instructors who proctor. A session occupies its seat until it is cancelled, denied or
// rescheduled.

import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { instructorProctor } from '../../../../db/schema/exam.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { effectiveConfiguration } from '../../../../db/schema/views.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { RowOf } from '../../../../db/statement.ts'
import { effectiveOfSession } from '../effective-of-session.ts'

const param = (sid: SidOf<'IP'>) => sql.param(sid, instructorProctor.sid)

/**
 * Builds the guards that precede the update of the session. They lock the slot and check that it has a free seat.
 * @throws Problem `slot_full`
 */
export const takeSeat = (db: Database, sid: SidOf<'IP'>, sessionSid: SidOf<'ES'>) => ({
  // The guards are two statements, because the snapshot of the second statement must include the seats that were taken
  // while the first statement waited for the lock.
  slot: guard(
    db,
    sql`(select true from ${instructorProctor} where ${instructorProctor.sid} = ${param(sid)} for update)`,
    'slot_full',
  ),
  seat: guard(
    db,
    sql`(select ${instructorProctor.capacity} is null or ${instructorProctor.capacity} > (
        select count(*) from ${examSession}
        where ${and(
          eq(examSession.instructorProctorSid, sid),
          isNull(examSession.cancelledDate),
          ne(examSession.sid, sessionSid),
        )})
      from ${instructorProctor} where ${instructorProctor.sid} = ${param(sid)})`,
    'slot_full',
  ),
})

type Booking = { start: Date; end: Date | null }

/**
 * Builds the guard that an appointment still is in an effective slot that holds it, or that the exam has no slots. It follows
 * the lock of the course (`windowsUnchanged`), which delays changes of the slots.
 * @throws Problem `edited_meanwhile`
 */
export const slotUnchanged = (
  db: Database,
  sessionSid: SidOf<'ES'>,
  slot: Pick<SlotRow, 'sid'> | undefined,
  { start, end }: Booking,
) => {
  const slots = (condition?: SQL) => sql`exists (
    select from ${effectiveOfSession(sessionSid)}
    join ${instructorProctor} on ${instructorProctor.configurationSid} = ${effectiveConfiguration.instructorsOfSid}
    ${condition ? sql`where ${condition}` : sql``})`
  const holds = sql`slot_holds(${instructorProctor.startTime}, ${instructorProctor.endTime},
    ${start.toISOString()}::timestamptz, ${end?.toISOString() ?? null}::timestamptz)`
  return guard(
    db,
    slot ? slots(and(eq(instructorProctor.sid, slot.sid), holds)) : sql`not ${slots()}`,
    'edited_meanwhile',
  )
}

/**
 * Builds the statement that selects the effective slots for the learner of a session, with the number of taken seats.
 */
export const findSlots = (db: Database, sessionSid: SidOf<'ES'>) =>
  db
    .select({
      sid: instructorProctor.sid,
      location: instructorProctor.location,
      startTime: instructorProctor.startTime,
      endTime: instructorProctor.endTime,
      capacity: instructorProctor.capacity,
      taken: sql<number>`(
        select count(*)::int from ${examSession} other
        where other.instructor_proctor_sid = ${instructorProctor.sid} and other.cancelled_date is null)`,
      /** Whether the session has its seat in this slot. */
      isOwn: sql<boolean>`exists (
        select from ${examSession} own
        where own.sid = ${sql.param(sessionSid, examSession.sid)} and own.instructor_proctor_sid = ${instructorProctor.sid})`,
    })
    .from(effectiveOfSession(sessionSid))
    .innerJoin(
      instructorProctor,
      eq(instructorProctor.configurationSid, effectiveConfiguration.instructorsOfSid),
    )
    .orderBy(instructorProctor.position)

export type SlotRow = RowOf<typeof findSlots>

/** Returns the number of free seats; null means unlimited. */
export const seatsLeft = ({ capacity, taken }: Pick<SlotRow, 'capacity' | 'taken'>): number | null =>
  capacity === null ? null : Math.max(0, capacity - taken)

/** Returns the slot as in `availability`. */
export const presentSlot = (slot: SlotRow) => ({
  instructorProctorSid: slot.sid,
  location: slot.location,
  startDateTime: slot.startTime,
  endDateTime: slot.endTime,
  capacity: slot.capacity,
  remaining: seatsLeft(slot),
})
