// What remains of erased people, so that provisioning and rosters do not create them again.

import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'
import { sealedHead } from './sealed.ts'
import { install, installSid } from './tenancy.ts'

/** The key of an install for the hashes of its suppressions, sealed. The first erasure creates it. */
export const suppressionKey = pgTable(
  'suppression_key',
  {
    installSid: sid('AI')
      .primaryKey()
      .references(() => install.sid),
    key: text().notNull(),
  },
  table => [index('suppression_key_sealed').on(sealedHead(table.key)).where(sql`${table.key} <> ''`)],
)

/**
 * An erased person. The hashes of the ids and addresses recognize the person; they do not refer to the anonymous record that
 * remains of the user.
 */
export const suppression = pgTable(
  'suppression',
  {
    sid: sid('SU').primaryKey(),
    installSid: installSid(),
    hashes: text().array().notNull(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.sid),
    index('suppression_hashes').using('gin', table.hashes),
  ],
)
