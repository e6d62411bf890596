// Files of sessions and configurations. The rows are in Postgres, the contents in a bucket (src/proctoring/files).

import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { dates, instant, sid } from '../columns.ts'
import { enrollment } from './catalog.ts'
import { examConfiguration } from './exam.ts'
import { examSession } from './session.ts'
import { installSid } from './tenancy.ts'

export const sessionPurposes = ['photo', 'returnedFile'] as const
export const configurationPurposes = ['examFile', 'attachment'] as const
export const filePurposes = [...sessionPurposes, ...configurationPurposes] as const
export type FilePurpose = (typeof filePurposes)[number]

/**
 * A file of a session or of a configuration. It is attached to its record when it is completed. A trigger queues the object of a
 * deleted row for deletion, unless a copy has it too (`queue_object_deletions`).
 */
export const file = pgTable(
  'file',
  {
    sid: sid('FI').primaryKey(),
    installSid: installSid(),
    purpose: text({ enum: filePurposes }).notNull(),
    sessionSid: sid('ES').references(() => examSession.sid),
    examConfigurationSid: sid('EC').references(() => examConfiguration.sid, { onDelete: 'cascade' }),
    /** Of the session or of the accommodation, so that events and erasure find the learner. */
    enrollmentSid: sid('EN').references(() => enrollment.sid),
    /** Of a copy: the file that it was copied from first, whose object it shares. That file may be deleted. */
    objectSid: sid('FI'),
    name: text().notNull(),
    contentType: text().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    /** Until when the upload URL can be used. */
    uploadExpiresDate: instant().notNull(),
    /** When a request with the upload URL started; null again after one that failed. */
    uploadStartedDate: instant(),
    /** When the object was stored. */
    uploadedDate: instant(),
    /** When its content was checked and it was attached. */
    completedDate: instant(),
    ...dates(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.sid),
    index().on(table.sessionSid, table.createdDate, table.sid),
    index().on(table.examConfigurationSid, table.createdDate, table.sid),
    index().on(table.enrollmentSid),
    index('file_of_object').on(table.objectSid).where(sql`${table.objectSid} is not null`).concurrently(),
    index('file_incomplete').on(table.createdDate).where(sql`${table.completedDate} is null`),
    index('file_of_session').on(table.completedDate).where(sql`${table.sessionSid} is not null`),
    check(
      'file_parent',
      sql`case when ${table.purpose} in ('photo', 'returnedFile') then ${table.sessionSid} is not null and ${table.examConfigurationSid} is null
        else ${table.purpose} in ('examFile', 'attachment') and ${table.examConfigurationSid} is not null and ${table.sessionSid} is null end`,
    ),
  ],
)

/** A download URL that was used. Each works once. */
export const usedDownload = pgTable(
  'used_download',
  {
    sid: sid('FD').primaryKey(),
    expiresAt: instant().notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/**
 * An object of the bucket whose row was deleted. It is deleted at once, and again when no upload can store it any more; then the
 * row is deleted.
 */
export const objectDeletion = pgTable(
  'object_deletion',
  {
    key: text().primaryKey(),
    /** When it is deleted next. */
    dueDate: instant().notNull(),
    /** After this time no upload stores the object. */
    uploadEndsDate: instant().notNull(),
  },
  table => [index().on(table.dueDate)],
)
