// Changes of files. Each locks the session or configuration first, so that its files change one after another.

import { and, eq, gt, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { type FilePurpose, file } from '../../../db/schema/file.ts'
import { examSession } from '../../../db/schema/session.ts'
import type { SidOf } from '../../../db/sid.ts'
import { recordChange } from '../history/record.ts'
import { applyChange, type ConfigurationChange } from '../locks.ts'
import { guardLearnerNotErased, guardNotErased } from '../not-erased.ts'
import { type FileRow, findFile } from './queries.ts'

/** The maximum number of files of one purpose in a session or configuration, with those that can still be uploaded or completed. */
export const maxFiles: Record<FilePurpose, number> = {
  photo: 20,
  returnedFile: 10,
  examFile: 20,
  attachment: 100,
}

type Parent = { sessionSid: SidOf<'ES'> } | { examConfigurationSid: SidOf<'EC'> }

const ofParent = (parent: Parent): SQL =>
  'sessionSid' in parent
    ? eq(file.sessionSid, parent.sessionSid)
    : eq(file.examConfigurationSid, parent.examConfigurationSid)

/** The table of the session or configuration, and the condition that selects its row. */
const rowOf = (parent: Parent) => {
  const table = 'sessionSid' in parent ? examSession : examConfiguration
  const sid = 'sessionSid' in parent ? parent.sessionSid : parent.examConfigurationSid
  return { table, isRow: sql`${table.sid} = ${sql.param(sid, table.sid)}` }
}

/** Builds the statement that locks the session or configuration of a file, so that its files change one after another. */
const lockParent = (db: Database, installSid: SidOf<'AI'>, parent: Parent) => {
  const { table, isRow } = rowOf(parent)
  return db
    .select({ locked: sql`true` })
    .from(table)
    .where(and(eq(table.installSid, installSid), isRow))
    .for('no key update')
}

/** The enrollment of the session or accommodation. It can change until `lockParent`. */
const enrollmentOf = (parent: Parent): SQL => {
  const { table, isRow } = rowOf(parent)
  return sql`(select ${table.enrollmentSid} from ${table} where ${isRow})`
}

/**
 * Builds the statements that check the session or configuration again, after its lock, and revoke its approval.
 * @throws Problem `user_erased`, `edited_meanwhile` if an instructor's configuration was locked or deleted
 */
const guardParent = (
  db: Database,
  installSid: SidOf<'AI'>,
  parent: Parent,
  change: Parameters<typeof applyChange>[3],
) => {
  if ('sessionSid' in parent) return { notErased: guardNotErased(db, parent.sessionSid) }
  return {
    notErased: guardLearnerNotErased(db, parent.examConfigurationSid),
    change: applyChange(db, installSid, { configurationSids: [parent.examConfigurationSid] }, change),
  }
}

export type NewFile = typeof file.$inferInsert & { sid: SidOf<'FI'> }

/**
 * Builds the statements of one batch that insert a file whose content can be uploaded.
 * @throws Problem as `guardParent`, and `too_many_files`
 */
export const insertFile = (
  db: Database,
  values: Omit<NewFile, 'uploadExpiresDate' | 'enrollmentSid'>,
  parent: Parent,
  ttlMs: number,
  change: ConfigurationChange,
) => ({
  locked: lockParent(db, values.installSid, parent),
  // The file changes its configuration when it is complete.
  ...guardParent(db, values.installSid, parent, { ...change, revokesApproval: false }),
  fits: guard(
    db,
    sql`(select count(*) < ${maxFiles[values.purpose]} from ${file}
      where ${and(ofParent(parent), eq(file.purpose, values.purpose), or(isNotNull(file.completedDate), isNotNull(file.uploadStartedDate), gt(file.uploadExpiresDate, sql`now()`)))})`,
    'too_many_files',
  ),
  files: db
    .insert(file)
    .values({
      ...values,
      enrollmentSid: enrollmentOf(parent),
      uploadExpiresDate: sql`now() + ${ttlMs} * interval '1 millisecond'`,
    })
    .returning(),
})

/** The session or configuration of a stored file. */
const parentOf = ({ sessionSid, examConfigurationSid }: FileRow['file']): Parent =>
  sessionSid ? { sessionSid } : { examConfigurationSid: examConfigurationSid as SidOf<'EC'> }

/** Builds the statement that gives the files of a configuration the learner to whom it moves, for events and erasures. */
export const moveFiles = (
  db: Database,
  examConfigurationSid: SidOf<'EC'>,
  enrollmentSid: SidOf<'EN'> | null,
) => db.update(file).set({ enrollmentSid }).where(eq(file.examConfigurationSid, examConfigurationSid))

/**
 * Builds the statements of one batch that attach a file whose content was checked. Of the returned files of a session, only the
 * newest is kept.
 * @throws Problem as `guardParent`, and `too_many_files` for more attachments than a configuration can have
 */
export function attachFile(
  db: Database,
  row: FileRow['file'],
  attachmentUrl: string,
  change: ConfigurationChange,
) {
  const parent = parentOf(row)
  const { installSid, purpose, sid, name } = row
  const isNew = and(eq(file.installSid, installSid), eq(file.sid, sid), isNull(file.completedDate))
  const entry = JSON.stringify([{ attachmentUrl, attachmentAwsTitle: name }])
  return {
    locked: lockParent(db, installSid, parent),
    ...guardParent(db, installSid, parent, change),
    ...(purpose === 'attachment' &&
      'examConfigurationSid' in parent && {
        fits: guard(
          db,
          sql`(select jsonb_array_length(${examConfiguration.attachments}) < ${maxFiles.attachment} from ${examConfiguration}
            where ${eq(examConfiguration.sid, parent.examConfigurationSid)})`,
          'too_many_files',
        ),
        // Only the first of concurrent requests finds the file incomplete.
        attached: db
          .update(examConfiguration)
          .set({
            attachments: sql`${examConfiguration.attachments} || ${entry}::jsonb`,
            editDate: sql`now()`,
          })
          .where(
            and(
              eq(examConfiguration.sid, parent.examConfigurationSid),
              sql`exists (select from ${file} where ${isNew})`,
            ),
          ),
      }),
    completed: db.update(file).set({ completedDate: sql`now()`, editDate: sql`now()` }).where(isNew),
    ...recordExamFile(db, row, 'added'),
    ...(purpose === 'returnedFile' && {
      replaced: db
        .delete(file)
        .where(
          and(
            ofParent(parent),
            eq(file.purpose, purpose),
            isNotNull(file.completedDate),
            ne(file.sid, sid),
            sql`exists (select from ${file} newest where newest.sid = ${sql.param(sid, file.sid)} and newest.completed_date is not null)`,
          ),
        ),
    }),
    files: findFile(db, { installSid, fileSid: sid }),
  }
}

/** Builds the statements of one batch that delete a file. The address of an attachment is removed from its configuration. */
export function removeFile(db: Database, row: FileRow['file'], change: ConfigurationChange) {
  const parent = parentOf(row)
  const { installSid, sid } = row
  // A file that is not complete is not part of its configuration. It can be completed until the lock.
  const isComplete = sql`exists (select from ${file} where ${and(eq(file.sid, sid), isNotNull(file.completedDate))})`
  const revokesApproval = change.revokesApproval && isComplete
  return {
    locked: lockParent(db, installSid, parent),
    ...guardParent(db, installSid, parent, { ...change, revokesApproval }),
    ...recordExamFile(db, row, 'removed'),
    files: deleteFileRow(db, row),
    ...(row.purpose === 'attachment' &&
      'examConfigurationSid' in parent && {
        detached: db
          .update(examConfiguration)
          .set({
            attachments: sql`(select coalesce(jsonb_agg(a order by position), '[]')
              from jsonb_array_elements(${examConfiguration.attachments}) with ordinality as each(a, position)
              where a ->> 'attachmentUrl' is null or a ->> 'attachmentUrl' not like ${`%/files/${sid}`})`,
            editDate: sql`now()`,
          })
          .where(eq(examConfiguration.sid, parent.examConfigurationSid)),
      }),
  }
}

/** Builds the statement that deletes the row of a file. Its object is deleted after that (objects.ts). */
export const deleteFileRow = (
  db: Database,
  { installSid, sid }: Pick<FileRow['file'], 'installSid' | 'sid'>,
) =>
  db
    .delete(file)
    .where(and(eq(file.installSid, installSid), eq(file.sid, sid)))
    .returning({ sid: file.sid })

/**
 * Builds the statement that records the exam files of a configuration by their names, while the file is one of them. An
 * attachment is a member of the configuration, whose trigger records it.
 */
function recordExamFile(
  db: Database,
  { sid, purpose, examConfigurationSid }: FileRow['file'],
  change: 'added' | 'removed',
) {
  if (purpose !== 'examFile' || !examConfigurationSid) return {}
  const names = (condition?: SQL) =>
    sql`(select coalesce(jsonb_agg(${file.name} order by ${file.sid}), '[]') from ${file} where ${and(
      eq(file.examConfigurationSid, examConfigurationSid),
      eq(file.purpose, purpose),
      isNotNull(file.completedDate),
      condition,
    )})`
  const [without, all] = [names(ne(file.sid, sid)), names()]
  const [before, after] = change === 'added' ? [without, all] : [all, without]
  return { history: recordChange(db, examConfigurationSid, { member: 'examFiles', before, after }) }
}
