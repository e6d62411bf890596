import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'
import { installSid } from './tenancy.ts'

export const identifiedKinds = ['user', 'course', 'exam', 'courseOffering'] as const
export const foreignIdNames = ['lmsId', 'sisId', 'apiId', 'externalId'] as const

/**
 * An id that a migration removed from a record, because a newer record of the install has it too. Administrators read these
 * (`GET .../duplicateIds`); no other code does.
 */
export const duplicateId = pgTable(
  'duplicate_id',
  {
    sid: sid('DI').primaryKey(),
    installSid: installSid(),
    kind: text({ enum: identifiedKinds }).notNull(),
    name: text({ enum: foreignIdNames }).notNull(),
    value: text().notNull(),
    /** The sid of the record that lost the id, and of the record that keeps it. */
    recordSid: text().notNull(),
    keptBySid: text().notNull(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [index().on(table.installSid, table.createdDate, table.sid), index().on(table.recordSid)],
)
