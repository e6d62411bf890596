// A15, appointment volume: the number of appointments by day of the week, hour and day.

import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { examSession } from '../../../db/schema/session.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import { Instant } from '../../shared/values/instant.ts'
import { Sid } from '../../shared/values/sid.ts'
import { Text } from '../../shared/values/text.ts'
import { route } from '../env.ts'
import { findTimeZoneByName } from '../installs/queries.ts'
import { requireTimeZone } from '../installs/rules.ts'
import { InstallParams } from '../installs/schema.ts'
import { csvOf } from './csv.ts'
import { type Run, volumeOf } from './volume.ts'
import { countAppointments, zoneOf } from './volume-sql.ts'
import { requireRange } from './windows.ts'

const VolumeQuery = z
  .strictObject({
    courseOfferingSid: Sid('CO').optional(),
    courseSid: Sid('CU').optional(),
    examSid: Sid('EX').optional(),
    appointmentDateAfter: Instant.optional().meta({
      description: 'Only appointments at or after this time; with appointmentDateBefore.',
    }),
    appointmentDateBefore: Instant.optional().meta({
      description: 'Only appointments before this time; with appointmentDateAfter.',
    }),
    timeZone: Text(64).optional().meta({
      description: 'The IANA time zone of the days and hours; that of the install by default.',
      example: 'America/New_York',
    }),
  })
  .superRefine(requireRange('appointmentDateAfter', 'appointmentDateBefore'))

type Query = z.output<typeof VolumeQuery>

const volume = z.number().meta({ description: 'The number of appointments.', example: 12 })

const byDay = (example: string) =>
  z.array(
    z.object({
      day: z.string().meta({ description: 'The day, in the time zone of the report.', example }),
      volume,
    }),
  )

const AppointmentVolume = z
  .object({
    dayOfWeek: byDay('Monday').meta({ description: 'The seven days of the week, Monday to Sunday.' }),
    perHour: z
      .array(
        z.object({
          hour: z.number().meta({ description: 'The hour of the day, 0 to 23.', example: 9 }),
          volume,
        }),
      )
      .meta({ description: 'The 24 hours of the day.' }),
    perDay: byDay('2026-12-01').meta({
      description: 'Days (YYYY-MM-DD) in ascending order; every day of a range of at most 366 days.',
    }),
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

/**
 * Builds the statement that selects the time zone, and the first and last day of the range in that zone. A day is null
 * if its bound is absent.
 */
const findRange = (db: Database, installSid: SidOf<'AI'>, query: Query) => {
  const { appointmentDateAfter: after, appointmentDateBefore: before } = query
  const zone = zoneOf(sql.param(installSid, install.sid), sql.param(query.timeZone ?? ''))
  const dayAt = (date: Date | undefined, offset: SQL) =>
    sql<
      string | null
    >`to_char((${date ? sql.param(date, examSession.appointmentDate) : null}::timestamptz - ${offset})
      at time zone ${zone}, 'YYYY-MM-DD')`
  return db
    .select({
      zone: sql<string>`${zone}`,
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
    'Counts appointments by weekday, hour and day in the time zone. Sessions with the status `Scheduled`, `Processing`, `Incident` or `Closed` count, except cancelled ones.',
  params: InstallParams,
  query: VolumeQuery,
  returns: AppointmentVolume,
  load: ({ db, params, query }) => ({
    zones: findTimeZoneByName(db, query.timeZone),
    counts: countAppointments(db, params.installSid, query),
    ranges: findRange(db, params.installSid, query),
  }),
  handle: ({ query, loaded }) => {
    requireTimeZone('timeZone', query.timeZone, loaded.zones)
    const [range] = loaded.ranges
    return volumeOf(
      loaded.counts.flatMap(({ runs }) => JSON.parse(runs) as Run[]),
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
