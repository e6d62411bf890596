import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { adjustedWindow } from '../../../db/schema/views.ts'
import type { SidOf } from '../../../db/sid.ts'
import { type Asked, inExamWindow } from './windows.ts'

type Pair = { enrollmentSid: PgColumn; examSid: PgColumn }

const inForce = (bound: 'examOpenDate' | 'examCloseDate') =>
  sql`coalesce(${adjustedWindow[bound]}, ${examConfiguration[bound]})`

/** The conditions that the window in force is as asked; none where nothing is asked. They need `joinWindow`. */
export const inEffectiveWindow = (asked: Asked): SQL[] =>
  inExamWindow({ examOpenDate: inForce('examOpenDate'), examCloseDate: inForce('examCloseDate') }, asked)

/** Joins what the window in force for an enrollment and an exam follows from, where one is asked for. */
export function joinWindow<Q extends PgSelect>(
  select: Q,
  installSid: SidOf<'AI'>,
  pair: Pair,
  asked: Asked,
): Q {
  if (inEffectiveWindow(asked).length === 0) return select
  // drizzle's builders change in place
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
