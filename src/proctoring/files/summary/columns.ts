// Select columns with the complete files of a session or of a configuration, for their records.

import { type SQL, sql } from 'drizzle-orm'
import { adjustment } from '../../../../db/schema/assignment.ts'
import { examConfiguration } from '../../../../db/schema/exam.ts'
import { type FilePurpose, file } from '../../../../db/schema/file.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { type SidOf, sidFromUuid } from '../../../../db/sid.ts'

type Summary = { sid: SidOf<'FI'>; name: string; contentType: string; size: number }

const toSummary = (summary: Summary): Summary => ({ ...summary, sid: sidFromUuid('FI', summary.sid) })

const members = sql`'sid', ${file.sid}, 'name', ${file.name}, 'contentType', ${file.contentType}, 'size', ${file.size}`

const isComplete = (purpose: FilePurpose) =>
  sql`${file.purpose} = ${sql.raw(`'${purpose}'`)} and ${file.completedDate} is not null`

/** The files that satisfy the condition, the oldest first. */
export const filesOf = (purpose: FilePurpose, condition: SQL): SQL<Summary[]> =>
  sql`(select coalesce(json_agg(json_build_object(${members}) order by ${file.createdDate}, ${file.sid}), '[]')
    from ${file} where ${condition} and ${isComplete(purpose)})`.mapWith((files: Summary[]) =>
    files.map(toSummary),
  )

const ofSession = sql`${file.sessionSid} = ${examSession.sid}`

const newestReturned = sql`(select json_build_object(${members}) from ${file}
  where ${ofSession} and ${isComplete('returnedFile')}
  order by ${file.completedDate} desc, ${file.sid} desc limit 1)`

/** Of the accommodation of the learner before those of the primary configuration. */
const newestExamFile = sql`(select json_build_object(${members}) from ${file}
  join ${examConfiguration} on ${examConfiguration.sid} = ${file.examConfigurationSid}
  where ${isComplete('examFile')} and ${file.examConfigurationSid} in (
    select p.sid from ${examConfiguration} p where p.exam_sid = ${examSession.examSid} and p.type = 'primary'
    union all
    select ${adjustment.accommodationSid} from ${adjustment}
    where ${adjustment.enrollmentSid} = ${examSession.enrollmentSid} and ${adjustment.examSid} = ${examSession.examSid})
  order by ${examConfiguration.type}, ${file.completedDate} desc, ${file.sid} desc limit 1)`

const summaryOrNull = (column: SQL): SQL<Summary | null> =>
  column.mapWith((summary: Summary | null) => summary && toSummary(summary))

/** The columns with the files of a session. */
export const sessionFiles = {
  examFile: summaryOrNull(newestExamFile),
  returnedFile: summaryOrNull(newestReturned),
  photos: filesOf('photo', ofSession),
}
