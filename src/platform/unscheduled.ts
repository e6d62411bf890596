// Keeps the table of unscheduled learners, which the report of proctoring reads, up to date.

import { sql } from 'drizzle-orm'
import { batch, type Database } from '../../db/client.ts'
import { sqlStatement, value } from '../../db/sql-statement.ts'

/** The marks of one round trip: few, because a learner takes 2 ms, and requests share the database. A mark can stand for a course. */
const marksAtOnce = 50

/** A third of the interval between the runs, so that they do not overlap, and requests keep most of the database. */
const maxRunMs = 20_000

const applyMarks = sqlStatement(
  { parameters: {}, row: { applied: value<number>() } },
  () => sql`select apply_unscheduled_marks(${sql.raw(String(marksAtOnce))}) applied`,
)

/**
 * Applies the marks of changes, in one round trip after another, until none is left or `maxMs` have passed. The next run
 * continues. The report is exact in between: it computes the learners with a mark.
 * @returns the number of applied marks
 */
export async function applyUnscheduledMarks(db: Database, maxMs = maxRunMs): Promise<number> {
  const startedAt = Date.now()
  let total = 0
  for (;;) {
    const { marks } = await batch(db, { marks: applyMarks({}) })
    const applied = marks[0]?.applied ?? 0
    total += applied
    if (applied < marksAtOnce || Date.now() - startedAt >= maxMs) return total
  }
}
