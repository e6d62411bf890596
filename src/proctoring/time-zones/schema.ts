import { z } from '@hono/zod-openapi'
import { listQuery, pageOf } from '../../shared/page.ts'
import { Sid } from '../../shared/sid.ts'
import { Text } from '../../shared/text.ts'

export const TimeZone = z
  .object({
    sid: Sid('TZ'),
    name: z.string().openapi({ description: 'The IANA name.', example: 'America/New_York' }),
    utcOffsetMinutes: z
      .int()
      .openapi({ description: 'The offset from UTC now, east positive.', example: -300 }),
  })
  .openapi('TimeZone')

export const TimeZoneQuery = listQuery({ name: Text(64).optional() }, ['name'])
export const TimeZonePage = pageOf(TimeZone, 'TimeZonePage')
