import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { digest, instant, sid } from '../columns.ts'
import { account, application, install } from './tenancy.ts'

export const roles = ['admin', 'instructor', 'proctor', 'learner'] as const
export type Role = (typeof roles)[number]

/** A stored policy. src/shared/auth/policy validates it before it is stored. */
export type StoredPolicy = {
  version: '1'
  statements: { sid?: string | undefined; effect: 'Allow'; actions: string[]; resources: string[] }[]
}

/** A long-lived secret of a customer's backend. Without an install it has access to every install of its account. */
export const apiCredential = pgTable(
  'api_credential',
  {
    sid: sid('AK').primaryKey(),
    accountSid: sid('AC')
      .notNull()
      .references(() => account.sid),
    applicationSid: sid('AP')
      .notNull()
      .references(() => application.sid),
    installSid: sid('AI').references(() => install.sid),
    name: text().notNull(),
    role: text({ enum: roles }).notNull(),
    policy: jsonb().$type<StoredPolicy>().notNull(),
    secretHash: digest().notNull().unique('api_credential_secret_hash'),
    createdBySid: sid('AK').references((): AnyPgColumn => apiCredential.sid),
    expiresAt: instant(),
    revokedAt: instant(),
    /** The newest credential that a rotation created as its replacement. */
    replacedBySid: sid('AK').references((): AnyPgColumn => apiCredential.sid),
    /** Incremented to revoke, in one write, every token that this credential created. */
    stsEpoch: integer().notNull().default(0),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    index().on(table.accountSid, table.createdDate, table.sid),
    index().on(table.installSid, table.createdDate, table.sid),
    check('api_credential_role', sql`${table.role} in ('admin', 'instructor', 'proctor', 'learner')`),
  ],
)
