// The capacity of proctor types and proctor groups: how many appointments they have at the same time.

import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import type { Database, Statement } from '../../db/client.ts'
import { guard } from '../../db/guard.ts'
import { isBooked } from '../../db/schema/proctoring.ts'
import { examSession } from '../../db/schema/session.ts'
import type { SidOf } from '../../db/sid.ts'

export const Capacity = z.int().min(0).max(1_000_000).nullable()

export const capacityDescription = {
  description:
    'How many appointments, with those that wait for approval, there can be at the same time; null means unlimited.',
  example: 20,
}

type Limited = {
  table: PgTable & { sid: PgColumn }
  row: { sid: string; version: string; capacity: number | null }
  /** The column of sessions that refers to the table. */
  reference: PgColumn
}

type Booking = { sessionSid: SidOf<'ES'>; start: Date; end: Date | null }

/** The column of a row that differs after each change of the row. */
export const versionOf = (table: PgTable) => sql<string>`${table}.xmin::text`

/**
 * Builds the guards that precede the update of an appointment with the type or group. They check that its row is as it was
 * read, and that the appointment exceeds its capacity at no time. If it has a capacity, the lock delays its other
 * appointments until this one is committed.
 * @throws Problem `edited_meanwhile`, `capacity_full`
 */
export const takeCapacity = (
  db: Database,
  { table, row: { sid, version, capacity }, reference }: Limited,
  booking: Booking,
): Record<string, Statement> => ({
  unchanged: guard(
    db,
    sql`(select ${versionOf(table)} = ${version} from ${table} where ${eq(table.sid, sid)}
      ${capacity === null ? sql`for share` : sql`for no key update`})`,
    'edited_meanwhile',
  ),
  // Two statements, because the snapshot of the second must include the appointments that were committed while the first
  // waited for the lock.
  ...(capacity !== null && {
    capacity: guard(db, sql`${mostAtOnce(eq(reference, sid), booking)} < ${capacity}::int`, 'capacity_full'),
  }),
})

/** The most appointments at the same time, among those that overlap the booking. */
const mostAtOnce = (has: SQL, { sessionSid, start, end }: Booking): SQL => {
  const from = sql`${start.toISOString()}::timestamptz`
  const to = sql`appointment_end(${from}, ${end?.toISOString() ?? null})`
  const { appointmentDate, appointmentEndDate, sid } = examSession
  const ends = sql`appointment_end(${appointmentDate}, ${appointmentEndDate})`
  return sql`(
    select most_at_once(array_agg(${appointmentDate}), array_agg(${ends}), ${from}) from ${examSession}
    where ${has} and ${isBooked(examSession)} and ${sid} <> ${sql.param(sessionSid, sid)}
      and ${appointmentDate} < ${to} and ${ends} > ${from})`
}
