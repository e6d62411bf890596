// The statements that count appointments by local time. Each returns one row: a JSON text of runs (volume.ts).

import { and, eq, gte, inArray, isNotNull, isNull, lt, type Param, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { course } from '../../../db/schema/catalog.ts'
import { appointedStatuses, examSession } from '../../../db/schema/session.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { timeZone } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { sqlStatement, value } from '../../../db/sql-statement.ts'
import { equals } from '../../shared/http/filter.ts'
import { lastInstant } from '../../shared/values/instant.ts'

type Query = {
  courseOfferingSid?: SidOf<'CO'> | undefined
  courseSid?: SidOf<'CU'> | undefined
  examSid?: SidOf<'EX'> | undefined
  appointmentDateAfter?: Date | undefined
  appointmentDateBefore?: Date | undefined
  timeZone?: string | undefined
}

const dayMs = 24 * 60 * 60 * 1000

/** Builds the statement of the report: from the kept numbers, unless a filter excludes courses. */
export function countAppointments(db: Database, installSid: SidOf<'AI'>, query: Query) {
  if (query.courseOfferingSid || query.courseSid || query.examSid) return countSessions(db, installSid, query)
  const { appointmentDateAfter: after = null, appointmentDateBefore: before = null } = query
  return addKeptVolumes({
    ...{ installSid, zone: query.timeZone ?? '', after, before },
    firstDay: after && new Date(Math.min(lastInstant, Math.ceil(after.getTime() / dayMs) * dayMs)),
    endDay: before && new Date(Math.floor(before.getTime() / dayMs) * dayMs),
  })
}

/** SQL expression: the requested time zone if it exists, else the time zone of the install. */
export const zoneOf = (installSid: Param, name: Param): SQL => sql`coalesce(
  (select ${timeZone.name} from ${timeZone} where ${timeZone.name} = ${name}),
  (select ${install.defaultTimezone} from ${install} where ${install.sid} = ${installSid}))`

const zoneName = sql`(select name from zone)`

const isAppointment = and(
  isNull(examSession.cancelledDate),
  isNotNull(examSession.appointmentDate),
  inArray(examSession.status, appointedStatuses),
)

/** Adds the volumes of the start dates of appointments by local hour, and returns the first quarter of the hour. */
const byLocalHour = (starts: SQL) => sql`
  select 4 * floor(date_part('epoch', start_date at time zone ${zoneName}) / 3600)::integer as quarter,
    json_build_array(sum(volume)) as volumes
  from (${starts}) as starts group by 1`

const toJson = sql<string>`coalesce(json_agg(json_build_array(quarter, volumes)), '[]')::text`

/** Counts the sessions that match the filters, by local hour. */
function countSessions(db: Database, installSid: SidOf<'AI'>, query: Query) {
  const name = zoneOf(sql.param(installSid, install.sid), sql.param(query.timeZone ?? '')).as('name')
  const zone = db.$with('zone').as(db.select({ name }).from(noTable))
  // One conversion to local time for each start date: sessions of an exam often start at the same time.
  const starts = db
    .select({
      startDate: sql`${examSession.appointmentDate}`.as('start_date'),
      volume: sql`count(*)`.as('volume'),
    })
    .from(examSession)
    .leftJoin(course, eq(course.sid, examSession.courseSid))
    .where(
      and(
        eq(examSession.installSid, installSid),
        isAppointment,
        query.appointmentDateAfter && gte(examSession.appointmentDate, query.appointmentDateAfter),
        query.appointmentDateBefore && lt(examSession.appointmentDate, query.appointmentDateBefore),
        equals(course.courseOfferingSid, query.courseOfferingSid),
        equals(examSession.courseSid, query.courseSid),
        equals(examSession.examSid, query.examSid),
      ),
    )
    .groupBy(examSession.appointmentDate)
  return db
    .with(zone)
    .select({ runs: toJson })
    .from(sql`(${byLocalHour(sql`${starts}`)}) as runs`)
}

/** SQL expression: the offset of the zone at the instant, in seconds. */
const offsetAt = (instant: SQL) => sql`date_part('epoch',
  (${instant} at time zone ${zoneName}) - (${instant} at time zone 'UTC'))::integer`

/** Counts the sessions of some periods by local hour. */
const sessionsIn = (periods: SQL, installSid: Param) =>
  byLocalHour(sql`
  select ${examSession.appointmentDate} as start_date, count(*) as volume
  from (${periods}) as period(start, stop) join ${examSession}
    on ${examSession.appointmentDate} >= period.start and ${examSession.appointmentDate} < period.stop
  where ${examSession.installSid} = ${installSid} and ${isAppointment}
  group by 1`)

const bound = examSession.appointmentDate

/**
 * Adds the kept numbers of the install. On a UTC day without a clock change and with an offset of whole quarters, each
 * local quarter is one in UTC. On other days, and on the days of which a part is between `after` and `before`, the
 * sessions are counted. No zone changes its clocks twice on a UTC day; a test checks this.
 * @param firstDay the start of the first UTC day between `after` and `before`; `endDay` is the end of the last one
 */
const addKeptVolumes = sqlStatement(
  {
    parameters: {
      ...{ installSid: install.sid, zone: timeZone.name },
      ...{ after: bound, before: bound, firstDay: bound, endDay: bound },
    },
    row: { runs: value<string>() },
  },
  p => {
    const [after, firstDay] = [p.after, p.firstDay].map(at => sql`coalesce(${at}::timestamptz, '-infinity')`)
    const [before, endDay] = [p.before, p.endDay].map(at => sql`coalesce(${at}::timestamptz, 'infinity')`)
    return sql`
    with zone as (select ${zoneOf(p.installSid, p.zone)} as name),
    kept as (
      select day, volumes from appointment_volume where install_sid = ${p.installSid}
        and day >= (${firstDay} at time zone 'UTC')::date and day < (${endDay} at time zone 'UTC')::date
    ),
    changed as (
      select start_date, (start_date at time zone 'UTC')::date as day, sum(change) as change
      from appointment_volume_change
      where install_sid = ${p.installSid} and start_date >= ${firstDay} and start_date < ${endDay}
      group by 1
    ),
    -- shift: the quarters between UTC and the local time, or null if a local hour is not four quarters of the day.
    shifts as materialized (
      select day, midnight, case when early = late and early % 900 = 0 then early / 900 end as shift
      from (select day, day::timestamp at time zone 'UTC' as midnight
        from (select day from kept union select day from changed) as days) as days,
      lateral (select ${offsetAt(sql`midnight`)} as early,
        ${offsetAt(sql`(midnight + interval '24 hours' - interval '1 millisecond')`)} as late) as offsets
    ),
    runs as (
      select 96 * (day - date 'epoch') + shift as quarter, volumes
      from kept join shifts using (day) where shift is not null
      union all
      select floor(date_part('epoch', start_date) / 900)::integer + shift, json_build_array(change)
      from changed join shifts using (day) where shift is not null
      union all
      (${sessionsIn(sql`select midnight, midnight + interval '24 hours' from shifts where shift is null`, p.installSid)})
      union all
      (${sessionsIn(
        sql`values (${after}, least(${before}, ${firstDay})), (greatest(${firstDay}, ${endDay}), ${before})`,
        p.installSid,
      )})
    )
    select ${toJson} as runs from runs`
  },
)
