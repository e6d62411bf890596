import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { adjustedWindow } from '../../../db/schema/views.ts'
import type { SidOf } from '../../../db/sid.ts'
import { inExamWindow, type WindowFilter } from './windows.ts'

type Pair = { enrollmentSid: PgColumn; examSid: PgColumn }

const effectiveBound = (bound: 'examOpenDate' | 'examCloseDate') =>
  sql`coalesce(${adjustedWindow[bound]}, ${examConfiguration[bound]})`

/** Returns the conditions of the filter on the effective window; empty without a filter. Requires `joinWindow`. */
export const inEffectiveWindow = (filter: WindowFilter): SQL[] =>
  inExamWindow(
    { examOpenDate: effectiveBound('examOpenDate'), examCloseDate: effectiveBound('examCloseDate') },
    filter,
  )

/** Joins the tables that determine the effective window of an enrollment and an exam, if the filter uses it. */
export function joinWindow<Q extends PgSelect>(
  select: Q,
  installSid: SidOf<'AI'>,
  pair: Pair,
  filter: WindowFilter,
): Q {
  if (inEffectiveWindow(filter).length === 0) return select
  // Drizzle's query builders are mutable: `leftJoin` changes `select`.
  select.leftJoin(
    examConfiguration,
    and(eq(examConfiguration.examSid, pair.examSid), eq(examConfiguration.type, 'primary')),
  )
  select.leftJoin(
    adjustedWindow,
    and(
      eq(adjustedWindow.installSid, installSid),
      eq(adjustedWindow.enrollmentSid, pair.enrollmentSid),
      eq(adjustedWindow.examSid, pair.examSid),
    ),
  )
  return select
}
