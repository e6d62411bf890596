// A15, appointment volume: the number of appointments by day of the week, hour and day.

import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { course } from '../../../db/schema/catalog.ts'
import { appointedStatuses, examSession } from '../../../db/schema/session.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { timeZone } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { equals } from '../../shared/http/filter.ts'
import { Instant } from '../../shared/values/instant.ts'
import { Sid } from '../../shared/values/sid.ts'
import { Text } from '../../shared/values/text.ts'
import { route } from '../env.ts'
import { findTimeZoneByName } from '../installs/queries.ts'
import { requireTimeZone } from '../installs/rules.ts'
import { InstallParams } from '../installs/schema.ts'
import { csvOf } from './csv.ts'
import { volumeOf } from './volume.ts'
import { requireRange } from './windows.ts'

const VolumeQuery = z
  .strictObject({
    courseOfferingSid: Sid('CO').optional(),
    courseSid: Sid('CU').optional(),
    examSid: Sid('EX').optional(),
    appointmentDateAfter: Instant.optional().meta({
      description: 'Inclusive; with appointmentDateBefore.',
    }),
    appointmentDateBefore: Instant.optional().meta({ description: 'Exclusive.' }),
    timeZone: Text(64).optional().meta({ description: 'An IANA time zone; that of the install by default.' }),
  })
  .superRefine(requireRange('appointmentDateAfter', 'appointmentDateBefore'))

type Query = z.output<typeof VolumeQuery>

const ByDay = z.array(z.object({ day: z.string(), volume: z.number() }))

const AppointmentVolume = z
  .object({
    dayOfWeek: ByDay.meta({ description: 'Monday to Sunday.' }),
    perHour: z.array(z.object({ hour: z.number(), volume: z.number() })).meta({ description: '0 to 23.' }),
    perDay: ByDay.meta({ description: 'Ascending; every day of a range of at most 366 days.' }),
  })
  .meta({ id: 'AppointmentVolume' })

/** A row of the CSV form of the report. */
const Volume = z.object({
  unit: z.enum(['dayOfWeek', 'hour', 'day']),
  value: z.union([z.string(), z.number()]),
  volume: z.number(),
})

const toTable = ({ dayOfWeek, perHour, perDay }: z.output<typeof AppointmentVolume>) => [
  ...dayOfWeek.map(({ day, volume }) => ({ unit: 'dayOfWeek' as const, value: day, volume })),
  ...perHour.map(({ hour, volume }) => ({ unit: 'hour' as const, value: hour, volume })),
  ...perDay.map(({ day, volume }) => ({ unit: 'day' as const, value: day, volume })),
]

/** SQL expression: the requested time zone if it exists, else the time zone of the install. */
const zoneOf = (installSid: SidOf<'AI'>, name: string | undefined): SQL => sql`coalesce(
  (select ${timeZone.name} from ${timeZone} where ${timeZone.name} = ${name ?? ''}),
  (select ${install.defaultTimezone} from ${install} where ${install.sid} = ${sql.param(installSid, install.sid)}))`

const countByHour = (db: Database, installSid: SidOf<'AI'>, query: Query) => {
  const hours = db
    .select({
      hour: sql`date_trunc('hour', ${examSession.appointmentDate} at time zone zone.name)`.as('hour'),
    })
    .from(examSession)
    .leftJoin(course, eq(course.sid, examSession.courseSid))
    .innerJoin(sql`(select ${zoneOf(installSid, query.timeZone)} as name) as zone`, sql`true`)
    .where(
      and(
        eq(examSession.installSid, installSid),
        isNull(examSession.cancelledDate),
        isNotNull(examSession.appointmentDate),
        inArray(examSession.status, appointedStatuses),
        query.appointmentDateAfter && gte(examSession.appointmentDate, query.appointmentDateAfter),
        query.appointmentDateBefore && lt(examSession.appointmentDate, query.appointmentDateBefore),
        equals(course.courseOfferingSid, query.courseOfferingSid),
        equals(examSession.courseSid, query.courseSid),
        equals(examSession.examSid, query.examSid),
      ),
    )
  return db
    .select({
      day: sql<string>`to_char(hour, 'YYYY-MM-DD')`,
      hour: sql<number>`extract(hour from hour)::int`,
      volume: sql<number>`count(*)::int`,
    })
    .from(sql`(${hours}) as hours`)
    .groupBy(sql`hour`)
    .orderBy(sql`hour`)
}

/**
 * Builds the statement that selects the time zone, and the first and last day of the range in it; null without a
 * range.
 */
const findRange = (db: Database, installSid: SidOf<'AI'>, query: Query) => {
  const { appointmentDateAfter: after, appointmentDateBefore: before } = query
  const dayAt = (date: Date | undefined, offset: SQL) =>
    sql<
      string | null
    >`to_char((${date ? sql.param(date, examSession.appointmentDate) : null}::timestamptz - ${offset})
      at time zone ${zoneOf(installSid, query.timeZone)}, 'YYYY-MM-DD')`
  return db
    .select({
      zone: sql<string>`${zoneOf(installSid, query.timeZone)}`,
      first: dayAt(after, sql`interval '0'`),
      last: dayAt(before, sql`interval '1 millisecond'`),
    })
    .from(noTable)
}

export const readAppointmentVolume = route({
  method: 'get',
  path: '/v1/installs/{installSid}/reports/appointmentVolume',
  tag: 'Reports',
  action: 'sp:ReadAppointmentVolume',
  summary: 'Appointment volume report',
  description:
    'Counts the appointments of sessions that are scheduled, taken or in review, by local time in the time zone.',
  params: InstallParams,
  query: VolumeQuery,
  returns: AppointmentVolume,
  load: ({ db, params, query }) => ({
    zones: findTimeZoneByName(db, query.timeZone),
    counts: countByHour(db, params.installSid, query),
    ranges: findRange(db, params.installSid, query),
  }),
  handle: ({ query, loaded }) => {
    requireTimeZone('timeZone', query.timeZone, loaded.zones)
    const [range] = loaded.ranges
    return volumeOf(
      loaded.counts,
      range?.first && range.last ? { first: range.first, last: range.last } : undefined,
    )
  },
  headers: ({
    loaded: {
      ranges: [range],
    },
  }) => ({ 'x-time-zone': range?.zone ?? '' }),
  csv: csvOf(Volume, toTable),
})
