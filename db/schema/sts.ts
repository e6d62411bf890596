import { type AnyPgColumn, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { digest, instant, sid } from '../columns.ts'
import { apiCredential, type StoredPolicy } from './credential.ts'
import { installSid } from './tenancy.ts'
import { user } from './user.ts'

export const tokenTypes = ['element', 'api'] as const
export const elementTypes = ['exam-session', 'proctoring-session', 'assessment-viewer'] as const

/**
 * What a token and all its refreshed successors share: whom it stands for, what it may do, and when it ends for good.
 * Its row is what every refresh and every revocation of the family writes, so that the two cannot pass each other.
 */
export const stsFamily = pgTable(
  'sts_family',
  {
    /** The sid of the root token. */
    sid: sid('TA').primaryKey(),
    installSid: installSid(),
    credentialSid: sid('AK')
      .notNull()
      .references(() => apiCredential.sid),
    targetUserSid: sid('US').references(() => user.sid),
    tokenType: text({ enum: tokenTypes }).notNull(),
    elementType: text({ enum: elementTypes }),
    resource: text().notNull(),
    policy: jsonb().$type<StoredPolicy>().notNull(),
    /** The number of refreshes so far: the compare-and-set value of rotation. */
    generation: integer().notNull().default(0),
    installEpoch: integer().notNull(),
    credentialEpoch: integer().notNull(),
    userEpoch: integer(),
    absoluteExpiresAt: instant().notNull(),
    revokedAt: instant(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.sid),
    index().on(table.targetUserSid),
    index().on(table.credentialSid),
    index().on(table.absoluteExpiresAt),
  ],
)

/** One generation of a family: the secret that the embed holds, stored as a hash. */
export const stsToken = pgTable(
  'sts_token',
  {
    sid: sid('TA').primaryKey(),
    familySid: sid('TA')
      .notNull()
      .references(() => stsFamily.sid),
    generation: integer().notNull(),
    secretHash: digest().notNull().unique('sts_token_secret_hash'),
    expiresAt: instant().notNull(),
    replacedBySid: sid('TA').references((): AnyPgColumn => stsToken.sid, { onDelete: 'set null' }),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [uniqueIndex().on(table.familySid, table.generation)],
)
