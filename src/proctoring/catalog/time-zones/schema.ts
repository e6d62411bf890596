import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Text } from '../../../shared/values/text.ts'

export const TimeZone = z
  .object({
    sid: Sid('TZ'),
    name: z.string().meta({ description: 'The IANA name.', example: 'America/New_York' }),
    utcOffsetMinutes: z
      .int()
      .meta({ description: 'The current offset from UTC, positive to the east.', example: -300 }),
  })
  .meta({ id: 'TimeZone' })

export const TimeZoneQuery = listQuery(
  {
    name: Text(64)
      .optional()
      .meta({ description: 'A part of the IANA name, in any case.', example: 'berlin' }),
  },
  ['name'],
)
export const TimeZonePage = pageOf(TimeZone, 'TimeZonePage')
