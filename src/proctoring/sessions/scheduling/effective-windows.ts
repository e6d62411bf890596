import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { course } from '../../../../db/schema/catalog.ts'
import { effectiveConfiguration as effective } from '../../../../db/schema/views.ts'
import type { SessionRow } from '../read/queries.ts'

type Windows = Pick<
  NonNullable<SessionRow['configuration']>,
  'examOpenDate' | 'examCloseDate' | 'scheduleOpenDate' | 'scheduleCloseDate' | 'duration' | 'proctorTypes'
>

/**
 * Builds the guards that precede the update of an appointment. They check that the effective windows and the
 * proctor types have not changed since the request read them. The shared lock of the course delays configuration changes, which lock the course
 * exclusively, until the appointment is committed. It does not delay other appointments.
 * @throws Problem `session_changed`
 */
export const windowsUnchanged = (db: Database, session: SessionRow['session'], windows: Windows) => ({
  shared: guard(
    db,
    sql`(select true from ${course} where ${eq(course.sid, session.courseSid)} for share)`,
    'session_changed',
  ),
  configurationUnchanged: guard(
    db,
    sql`(select ${effective.examOpenDate} is not distinct from ${sql.param(windows.examOpenDate, effective.examOpenDate)}::timestamptz
      and ${effective.examCloseDate} is not distinct from ${sql.param(windows.examCloseDate, effective.examCloseDate)}::timestamptz
      and ${effective.scheduleOpenDate} is not distinct from ${sql.param(windows.scheduleOpenDate, effective.scheduleOpenDate)}::timestamptz
      and ${effective.scheduleCloseDate} is not distinct from ${sql.param(windows.scheduleCloseDate, effective.scheduleCloseDate)}::timestamptz
      and ${effective.duration} is not distinct from ${windows.duration}::int
      and ${effective.proctorTypes} = ${sql.param(windows.proctorTypes, effective.proctorTypes)}::text[]
      from ${effective} where ${and(
        eq(effective.enrollmentSid, session.enrollmentSid),
        eq(effective.examSid, session.examSid),
      )})`,
    'session_changed',
  ),
})
