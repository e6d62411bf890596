// The newest accommodation of a learner for an exam, which is the one that applies. A change that is decided without
// knowledge of it does not add a second one.

import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { adjustment } from '../../../../db/schema/assignment.ts'
import { examConfiguration } from '../../../../db/schema/exam.ts'
import type { SidOf } from '../../../../db/sid.ts'

type Enrollment = SidOf<'EN'> | null | undefined
type Body = { enrollmentSid?: Enrollment; referenceExamConfigurationSid?: SidOf<'EC'> | null | undefined }

const ofPair = (examSid: SidOf<'EX'>, enrollmentSid: SidOf<'EN'> | SQL) =>
  and(eq(adjustment.examSid, examSid), sql`${adjustment.enrollmentSid} = ${enrollmentSid}`)

/**
 * Builds the statement that selects the newest accommodation of the enrollment of a body, or of the configuration that
 * the body refers to.
 */
export function findNewest(
  db: Database,
  examSid: SidOf<'EX'>,
  { enrollmentSid, referenceExamConfigurationSid }: Body,
) {
  const ofReference = db
    .select({ enrollmentSid: examConfiguration.enrollmentSid })
    .from(examConfiguration)
    .where(
      referenceExamConfigurationSid ? eq(examConfiguration.sid, referenceExamConfigurationSid) : sql`false`,
    )
  const enrollment = enrollmentSid
    ? sql`${sql.param(enrollmentSid, adjustment.enrollmentSid)}`
    : sql`(${ofReference})`
  return db
    .select({ sid: adjustment.accommodationSid, locked: examConfiguration.locked })
    .from(adjustment)
    .leftJoin(examConfiguration, eq(examConfiguration.sid, adjustment.accommodationSid))
    .where(ofPair(examSid, enrollment))
}

const isLocked = sql`(select ${examConfiguration.locked} from ${examConfiguration}
  where ${examConfiguration.sid} = ${adjustment.accommodationSid})`

/**
 * Builds the guard that the newest accommodation of the learner is still the one that was read, and as locked.
 * @throws Problem `edited_meanwhile`
 */
export function sameNewest(
  db: Database,
  examSid: SidOf<'EX'>,
  enrollmentSid: Enrollment,
  [newest]: readonly { sid: SidOf<'EC'> | null; locked: boolean | null }[],
) {
  if (!enrollmentSid) return []
  const sid = newest?.sid
  const known = sid
    ? sql`(${eq(adjustment.accommodationSid, sid)} and ${isLocked} = ${newest.locked})`
    : isNull(adjustment.accommodationSid)
  const pair = ofPair(examSid, sql`${sql.param(enrollmentSid, adjustment.enrollmentSid)}`)
  return [
    guard(
      db,
      sql`coalesce((select ${known} from ${adjustment} where ${pair}), ${sid === undefined || sid === null})`,
      'edited_meanwhile',
    ),
  ]
}
