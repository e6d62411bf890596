import * as z from 'zod'

/** A calendar date `YYYY-MM-DD`, stored and returned unchanged. Its instant depends on a time zone. */
const CalendarDate = z.iso
  .date({ abort: true })
  .refine(text => text >= '1900-01-01' && text < '9999-01-01', 'Expected a year from 1900 to 9998.')
  .meta({ type: 'string', format: 'date', example: '2026-12-01' })

/** A calendar date or null. */
export const NullableCalendarDate = CalendarDate.nullable()
