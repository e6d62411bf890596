// The impact of a change on appointments: applies it with its reconciliation, lists what changed, and rolls it back.

import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database, Statements } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { sessionStatuses } from '../../../db/schema/session.ts'
import { described } from '../../shared/values/described.ts'
import { NullableInstant } from '../../shared/values/instant.ts'
import { NullableSid, Sid } from '../../shared/values/sid.ts'
import { sessionDescriptions } from '../descriptions/session.ts'
import { batchOrOutcome, rollBack } from './rolled-back.ts'

/** The most sessions that an impact lists. */
const maxAffected = 1000

const Appointment = z
  .object(
    described(
      {
        status: z.enum(sessionStatuses),
        appointmentDate: NullableInstant,
        appointmentEndDate: NullableInstant,
        duration: z.number().nullable(),
        instructorProctorSid: NullableSid('IP'),
      },
      sessionDescriptions,
    ),
  )
  .meta({ id: 'AffectedAppointment' })

const Affected = z
  .object(
    described(
      {
        sessionSid: Sid('ES'),
        userSid: Sid('US'),
        change: z.enum(['adjusted', 'unscheduled']),
        from: Appointment,
        to: Appointment,
      },
      {
        userSid: { description: 'The learner.' },
        change: {
          description:
            '`adjusted`: the appointment remains, with another duration, end or slot. `unscheduled`: the learner loses it.',
        },
        from: { description: 'The appointment before the change.' },
        to: {
          description:
            'The appointment after the change. The status `Closed` means that the exam no longer applies.',
        },
      },
    ),
  )
  .meta({ id: 'AffectedSession' })

export const Impact = z
  .object(
    described(
      { affected: z.array(Affected), total: z.int() },
      {
        affected: { description: `The sessions that would change, by appointment; at most ${maxAffected}.` },
        total: { description: 'How many would change; more than are listed if there are many.', example: 1 },
      },
    ),
  )
  .meta({ id: 'Impact' })

const appointment = (prefix: string): SQL =>
  sql.raw(`jsonb_build_object(
  'status', r.${prefix}status, 'appointmentDate', instant_text(r.${prefix}starts),
  'appointmentEndDate', instant_text(r.${prefix}ends), 'duration', r.${prefix}duration,
  'instructorProctorSid', sid_text('IP', r.${prefix}slot))`)

/**
 * Applies the statements of a change and the reconciliation, and rolls both back. The reconciliation locks no appointments
 * (the SQL function `is_tried`).
 * @param reconciled the call of `reconcile_courses`
 */
export async function impactOf(db: Database, changes: Statements, reconciled: SQL) {
  const affected = sql`(
    select jsonb_build_object('total', count(*), 'affected', coalesce(jsonb_agg(jsonb_build_object(
        'sessionSid', sid_text('ES', r.session_sid), 'userSid', sid_text('US', r.user_sid),
        'change', case when r.status in ('Needs Proctor', 'Closed') then 'unscheduled' else 'adjusted' end,
        'from', ${appointment('was_')}, 'to', ${appointment('')}) order by r.n)
      filter (where r.n <= ${maxAffected}), '[]'))
    from (select *, row_number() over (order by was_starts, session_sid) as n from ${reconciled}) r)`
  const tried = db.select({ tried: sql<string>`set_config('invigil.tried', 'true', true)` }).from(noTable)
  const { outcome } = await batchOrOutcome(db, { tried, ...changes, undone: rollBack(db, affected) }, Impact)
  if (outcome === undefined) throw new Error('The batch of an impact was not rolled back.')
  return outcome
}
