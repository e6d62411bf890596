import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { effectiveConfiguration as effective } from '../../../db/schema/views.ts'
import { inExamWindow } from './windows.ts'

/** The condition that the window in force for a learner is as asked; none when nothing is asked. */
export function effectiveWindow(
  pair: { enrollmentSid: PgColumn; examSid: PgColumn },
  asked: Parameters<typeof inExamWindow>[1],
): SQL | undefined {
  const conditions = inExamWindow(effective, asked)
  if (conditions.length === 0) return undefined
  return sql`exists (select from ${effective}
    where ${effective.enrollmentSid} = ${pair.enrollmentSid} and ${effective.examSid} = ${pair.examSid}
      and ${and(...conditions)})`
}
