// Date filters of the reports. Both bounds of a range are required together.

import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { Instant } from '../../shared/values/instant.ts'

/**
 * The window of the exam overlaps this range: it opens before the end and closes at or after the start. A null bound of
 * the window is unlimited.
 */
export const examWindow = {
  examWindowStart: Instant.optional().meta({
    description: 'The start of a range that the window of the exam overlaps; with examWindowEnd.',
  }),
  examWindowEnd: Instant.optional().meta({ description: 'The end of that range; with examWindowStart.' }),
}

/** The window of the exam is within this range. A window with a null bound is within no range. */
export const examDates = {
  examOpenDate: Instant.optional().meta({
    description: 'The start of a range that contains the window of the exam; with examCloseDate.',
  }),
  examCloseDate: Instant.optional().meta({ description: 'The end of that range; with examOpenDate.' }),
}

/** Zod refinement: both bounds are present or neither is, and `start` is before `end`. */
export const requireRange =
  <S extends string, E extends string>(start: S, end: E) =>
  (query: { [K in S | E]?: Date | undefined }, context: z.core.$RefinementCtx): void => {
    const [from, to]: (Date | undefined)[] = [query[start], query[end]]
    if (from && !to) context.addIssue({ code: 'custom', path: [end], message: `Required with ${start}.` })
    if (to && !from) context.addIssue({ code: 'custom', path: [start], message: `Required with ${end}.` })
    if (from && to && from >= to)
      context.addIssue({ code: 'custom', path: [end], message: `Must be after ${start}.` })
  }

type Bounds = { examOpenDate: PgColumn | SQL; examCloseDate: PgColumn | SQL }
export type WindowFilter = { [K in keyof typeof examWindow | keyof typeof examDates]?: Date | undefined }

const bound = (date: Date) => sql.param(date, examConfiguration.examOpenDate)

/** Returns the conditions of both ranges on the window of an exam. */
export function inExamWindow(
  { examOpenDate: open, examCloseDate: close }: Bounds,
  { examWindowStart, examWindowEnd, examOpenDate, examCloseDate }: WindowFilter,
): SQL[] {
  return [
    ...(examWindowStart && examWindowEnd
      ? [
          sql`(${open} is null or ${open} < ${bound(examWindowEnd)})`,
          sql`(${close} is null or ${close} >= ${bound(examWindowStart)})`,
        ]
      : []),
    ...(examOpenDate && examCloseDate
      ? [sql`${open} >= ${bound(examOpenDate)}`, sql`${close} <= ${bound(examCloseDate)}`]
      : []),
  ]
}
