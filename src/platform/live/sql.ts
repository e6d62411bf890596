import { sql } from 'drizzle-orm'
import { liveEvent } from '../../../db/schema/live.ts'
import { sqlStatement, value } from '../../../db/sql-statement.ts'

/** The most applications that are notified at once. */
const maxApplications = 500

/** Selects the applications with events for their topics. Reads one entry of the index for each. */
export const findLiveApplications = sqlStatement(
  { parameters: {}, row: { applicationSid: liveEvent.applicationSid } },
  () => sql`
    with recursive found as (
      (select application_sid from live_event order by application_sid limit 1)
      union all
      select (select l.application_sid from live_event l where l.application_sid > found.application_sid
        order by l.application_sid limit 1)
      from found where found.application_sid is not null
    )
    select application_sid from found where application_sid is not null limit ${sql.raw(`${maxApplications}`)}`,
)

/**
 * Selects the age of the oldest event that its topics do not have yet, in seconds; null if none waits. Reads one entry of the
 * primary key. An erasure has no time of its own.
 */
export const readLiveAge = sqlStatement(
  { parameters: {}, row: { seconds: value<number | null>() } },
  () => sql`
    select extract(epoch from now() - created_date)::float8 seconds
    from live_event join event on event.sid = event_sid
    where not is_erasure order by number limit 1`,
)
