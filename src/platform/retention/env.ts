import * as z from 'zod'
import { defaultPeriods, type Periods } from './rules.ts'

const Days = z.coerce.number().int().min(1).max(10_000)

export const RetentionBindings = z.object({
  EVENT_RETENTION_DAYS: Days.default(defaultPeriods.eventDays),
  DEAD_LETTER_RETENTION_DAYS: Days.default(defaultPeriods.deadLetterDays),
  AUDIT_RETENTION_DAYS: Days.default(defaultPeriods.auditDays),
})

export const periodsOf = (bound: z.output<typeof RetentionBindings>): Periods => ({
  eventDays: bound.EVENT_RETENTION_DAYS,
  deadLetterDays: bound.DEAD_LETTER_RETENTION_DAYS,
  auditDays: bound.AUDIT_RETENTION_DAYS,
})
