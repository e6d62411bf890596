import { sql } from 'drizzle-orm'
import { liveEvent } from '../../../db/schema/live.ts'
import { sqlStatement } from '../../../db/sql-statement.ts'

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
