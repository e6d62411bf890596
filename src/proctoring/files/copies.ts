// The files of a copied configuration. A copy of a file has its own row and shares the object, which is deleted with the last
// row (`queue_object_deletions`).

import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { type Attachment, examConfiguration } from '../../../db/schema/exam.ts'
import { file } from '../../../db/schema/file.ts'
import { newSid, type SidOf, uuidFromSid } from '../../../db/sid.ts'
import { attachmentUrlOf } from './present.ts'

type Sid = SidOf<'FI'>
type Copy = { original: Sid; sid: Sid }
type InstallPath = { installSid: SidOf<'AI'> }

/** Builds the statement that selects the complete files of a configuration, in their order; undefined selects none. */
export const findCompleteFiles = (
  db: Database,
  { installSid }: InstallPath,
  examConfigurationSid: SidOf<'EC'> | null | undefined,
) =>
  db
    .select({ sid: file.sid })
    .from(file)
    .where(
      examConfigurationSid
        ? and(
            eq(file.installSid, installSid),
            eq(file.examConfigurationSid, examConfigurationSid),
            isNotNull(file.completedDate),
          )
        : sql`false`,
    )
    .orderBy(asc(file.createdDate), asc(file.sid))

/** Returns the sids of the copies of files. */
export const copiesOf = (originals: readonly { sid: Sid }[]): Copy[] =>
  originals.map(({ sid }) => ({ original: sid, sid: newSid('FI') }))

/** Returns the attachments with the addresses of the copies. Addresses elsewhere stay. */
export const withCopies = (
  env: { baseUrl: string },
  { installSid }: InstallPath,
  attachments: readonly Attachment[],
  copies: readonly Copy[],
): Attachment[] =>
  attachments.map(attachment => {
    const copy = copies.find(({ original }) => attachment.attachmentUrl?.endsWith(`/files/${original}`))
    return copy
      ? { ...attachment, attachmentUrl: attachmentUrlOf(env, { installSid, sid: copy.sid }) }
      : attachment
  })

/**
 * Builds the statement that inserts the copies, which belong to a configuration of the batch. It follows a lock of the
 * original configuration, which the deletion of its files waits for. A file that was deleted before has no copy.
 */
export const insertCopies = (db: Database, copies: readonly Copy[], examConfigurationSid: SidOf<'EC'>) =>
  db.execute(sql`
    insert into ${file} (sid, install_sid, purpose, exam_configuration_sid, enrollment_sid, object_sid, name, content_type, size,
      upload_expires_date, upload_started_date, uploaded_date, completed_date)
    select c.copy, ${file.installSid}, ${file.purpose}, ${examConfiguration.sid}, ${examConfiguration.enrollmentSid},
      coalesce(${file.objectSid}, ${file.sid}), ${file.name}, ${file.contentType}, ${file.size}, ${file.uploadExpiresDate},
      ${file.uploadStartedDate}, ${file.uploadedDate}, ${file.completedDate}
    from unnest(${arrayOf(copies.map(({ sid }) => sid))}::uuid[], ${arrayOf(copies.map(({ original }) => original))}::uuid[])
      as c(copy, original)
    join ${file} on ${file.sid} = c.original
    join ${examConfiguration} on ${examConfiguration.sid} = ${sql.param(examConfigurationSid, examConfiguration.sid)}
      and ${examConfiguration.installSid} = ${file.installSid}`)

const arrayOf = (sids: readonly Sid[]): string => `{${sids.map(uuidFromSid).join(',')}}`
