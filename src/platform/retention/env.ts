import * as z from 'zod'
import { defaultPeriods, type Periods } from './rules.ts'

const Days = z.coerce.number().int().min(1).max(10_000)

export const RetentionBindings = z.object({
  EVENT_RETENTION_DAYS: Days.default(defaultPeriods.eventDays),
  DEAD_LETTER_RETENTION_DAYS: Days.default(defaultPeriods.deadLetterDays),
  AUDIT_RETENTION_DAYS: Days.default(defaultPeriods.auditDays),
  FILE_RETENTION_DAYS: Days.default(defaultPeriods.fileDays),
})

export const periodsOf = (bindings: z.output<typeof RetentionBindings>): Periods => ({
  eventDays: bindings.EVENT_RETENTION_DAYS,
  deadLetterDays: bindings.DEAD_LETTER_RETENTION_DAYS,
  auditDays: bindings.AUDIT_RETENTION_DAYS,
  fileDays: bindings.FILE_RETENTION_DAYS,
})
