// Select columns with the complete files of a session or of a configuration, for their records (`file_summary`).

import { type SQL, sql } from 'drizzle-orm'
import { type FilePurpose, file } from '../../../../db/schema/file.ts'
import { type SidOf, sidFromUuid } from '../../../../db/sid.ts'

type Summary = { sid: SidOf<'FI'>; name: string; contentType: string; size: number }

const toSummary = (summary: Summary): Summary => ({ ...summary, sid: sidFromUuid('FI', summary.sid) })

/** The file in the column; null without one. */
export const fileSummary = (column: SQL): SQL<Summary | null> =>
  column.mapWith((summary: Summary | null) => summary && toSummary(summary))

/** The files in the column. */
export const fileSummaries = (column: SQL): SQL<Summary[]> =>
  column.mapWith((files: Summary[]) => files.map(toSummary))

/** The complete files that satisfy the condition, the oldest first. */
export const filesOf = (purpose: FilePurpose, condition: SQL): SQL<Summary[]> =>
  fileSummaries(sql`(select coalesce(json_agg(file_summary(${file}) order by ${file.createdDate}, ${file.sid}), '[]')
    from ${file} where ${condition} and ${file.purpose} = ${sql.raw(`'${purpose}'`)} and ${file.completedDate} is not null)`)
