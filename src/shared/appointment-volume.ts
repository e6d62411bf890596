// The numbers of appointments that the cron keeps for each install, day and quarter of an hour.

import { sql } from 'drizzle-orm'
import { sqlStatement, value } from '../../db/sql-statement.ts'

/**
 * Adds the recorded changes to the numbers of appointments, in one statement: a concurrent report sees each change once.
 * Concurrent calls add different changes.
 */
export const addAppointmentChanges = sqlStatement(
  { parameters: {}, row: { changes: value<number>() } },
  () => sql`
    with added as (delete from appointment_volume_change returning install_sid, start_date, change),
    quarters as (
      select install_sid, utc::date as day,
        (date_part('hour', utc) * 4 + date_part('minute', utc) / 15)::integer as quarter, sum(change)::integer as change
      from (select install_sid, start_date at time zone 'UTC' as utc, change from added) as changes
      group by 1, 2, 3
    ),
    days as (
      select install_sid, day, array_to_json(array_agg(coalesce(change, 0) order by quarter)) as volumes
      from (select distinct install_sid, day from quarters) as days cross join generate_series(0, 95) as quarter
      left join quarters using (install_sid, day, quarter)
      group by 1, 2
    ),
    counts as (
      insert into appointment_volume (install_sid, day, volumes)
      select install_sid, day, volumes from days order by 1, 2
      on conflict (install_sid, day) do update set volumes = (
        select array_to_json(array_agg(kept::integer + added::integer order by at))
        from rows from (
          json_array_elements_text(appointment_volume.volumes), json_array_elements_text(excluded.volumes)
        ) with ordinality as pair(kept, added, at)
      )
    )
    select count(*)::integer changes from added`,
)
