// Date filters of the reports. A pair is given whole or not at all.

import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { Instant } from '../../shared/values/instant.ts'

/** The range that an exam's window must overlap: opens before its end, closes at or after its start; null is unbounded. */
export const examWindow = {
  examWindowStart: Instant.optional().meta({
    description: 'With examWindowEnd: the window of the exam overlaps.',
  }),
  examWindowEnd: Instant.optional(),
}

/** The range in which an exam's window must lie whole; a missing bound lies in none. */
export const examDates = {
  examOpenDate: Instant.optional().meta({
    description: 'With examCloseDate: the window of the exam is within the range.',
  }),
  examCloseDate: Instant.optional(),
}

/** A refinement: both are given or neither, and `start` is before `end`. */
export const pair =
  <S extends string, E extends string>(start: S, end: E) =>
  (query: { [K in S | E]?: Date | undefined }, context: z.core.$RefinementCtx): void => {
    const [from, to]: (Date | undefined)[] = [query[start], query[end]]
    if (from && !to)
      context.addIssue({ code: 'custom', path: [end], message: `Must be given with ${start}.` })
    if (to && !from)
      context.addIssue({ code: 'custom', path: [start], message: `Must be given with ${end}.` })
    if (from && to && from >= to)
      context.addIssue({ code: 'custom', path: [end], message: `Must lie after ${start}.` })
  }

type Bounds = { examOpenDate: PgColumn | SQL; examCloseDate: PgColumn | SQL }
export type Asked = { [K in keyof typeof examWindow | keyof typeof examDates]?: Date | undefined }

const at = (date: Date) => sql.param(date, examConfiguration.examOpenDate)

/** The conditions of both pairs on the window of an exam. */
export function inExamWindow(
  { examOpenDate: open, examCloseDate: close }: Bounds,
  { examWindowStart, examWindowEnd, examOpenDate, examCloseDate }: Asked,
): SQL[] {
  return [
    ...(examWindowStart && examWindowEnd
      ? [
          sql`(${open} is null or ${open} < ${at(examWindowEnd)})`,
          sql`(${close} is null or ${close} >= ${at(examWindowStart)})`,
        ]
      : []),
    ...(examOpenDate && examCloseDate
      ? [sql`${open} >= ${at(examOpenDate)}`, sql`${close} <= ${at(examCloseDate)}`]
      : []),
  ]
}
