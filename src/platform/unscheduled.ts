// Keeps the table of unscheduled learners, which the report of proctoring reads, up to date.

import { sql } from 'drizzle-orm'
import { batch, type Database } from '../../db/client.ts'
import { unscheduledMark } from '../../db/schema/unscheduled.ts'
import { sqlStatement, value } from '../../db/sql-statement.ts'
import { paced } from '../shared/paced.ts'

/** The limits of the number of marks of a round trip. A mark can stand for a course. */
const batchSizes = { least: 1, most: 250 }

/** A third of the interval between the runs, so that they do not overlap, and requests keep most of the database. */
const maxRunMs = 20_000

const applyMarks = sqlStatement(
  { parameters: { atMost: unscheduledMark.id }, row: { applied: value<number>() } },
  p => sql`select apply_unscheduled_marks(${p.atMost}::integer) applied`,
)

/**
 * Applies the marks of changes, in one round trip after another, until none is left or `maxMs` have passed. The next run
 * continues. The report is exact in between: it computes the learners with a mark.
 * @returns the number of applied marks
 */
export async function applyUnscheduledMarks(db: Database, maxMs = maxRunMs): Promise<number> {
  const startedAt = Date.now()
  const runBatch = paced(batchSizes)
  let total = 0
  for (let isLast = false; !isLast && Date.now() - startedAt < maxMs; )
    isLast = await runBatch(async atMost => {
      const { marks } = await batch(db, { marks: applyMarks({ atMost }) })
      const applied = marks[0]?.applied ?? 0
      total += applied
      return applied < atMost
    })
  return total
}
