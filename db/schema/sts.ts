import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, pgView, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { digest, instant, sid } from '../columns.ts'
import { apiCredential, roles, type StoredPolicy } from './credential.ts'
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
    /** The credential that got the newest secret: the creator, or who refreshed last. What it loses, the family loses. */
    holderSid: sid('AK')
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
    holderEpoch: integer().notNull(),
    userEpoch: integer(),
    absoluteExpiresAt: instant().notNull(),
    revokedAt: instant(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.sid),
    index().on(table.targetUserSid),
    index().on(table.absoluteExpiresAt),
  ],
)

/**
 * One generation of a family: the secret that the embed holds, stored as a hash. The family's own generation says which
 * token is the newest; all others have been replaced, each by that of the next generation.
 */
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
    createdDate: instant().notNull().defaultNow(),
  },
  table => [uniqueIndex().on(table.familySid, table.generation)],
)

export const tokenEvents = [
  'issued',
  'refreshed',
  'revoked',
  'user_revoked',
  'credential_revoked',
  'install_revoked',
  'reused',
] as const

/**
 * What happened to tokens: who did what to which, when. A revocation of many is one row, which names what they share.
 * The rows outlive what they tell of, so they refer to nothing. The install comes from the row that was written with
 * them: to look for it again at each refresh would lock its row, which all refreshes of the install share.
 */
export const stsEvent = pgTable(
  'sts_event',
  {
    sid: sid('TR').primaryKey(),
    installSid: sid('AI').notNull(),
    event: text({ enum: tokenEvents }).notNull(),
    tokenSid: sid('TA'),
    /** The root of the token's family. */
    familySid: sid('TA'),
    targetUserSid: sid('US'),
    /** The credential whose tokens they are. */
    credentialSid: sid('AK'),
    /** The credential that asked for it; null for what a token's own use brought about. */
    actorSid: sid('AK'),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.sid),
    uniqueIndex('sts_event_reused').on(table.tokenSid).where(sql`${table.event} = 'reused'`),
  ],
)

/** Why a token does not live. */
export const deadBecause = [
  'replaced',
  'revoked',
  'expired',
  'install_revoked',
  'user_revoked',
  'credential_revoked',
] as const

/** A token with its family, what bounds it, and whether it lives (db/sql/functions/token_inactive_reason.sql). */
export const tokenState = pgView('token_state', {
  sid: sid('TA').notNull(),
  familySid: sid('TA').notNull(),
  generation: integer().notNull(),
  secretHash: digest().notNull(),
  expiresAt: instant().notNull(),
  replacedBySid: sid('TA'),
  createdDate: instant().notNull(),
  installSid: sid('AI').notNull(),
  credentialSid: sid('AK').notNull(),
  holderSid: sid('AK').notNull(),
  targetUserSid: sid('US'),
  tokenType: text({ enum: tokenTypes }).notNull(),
  elementType: text({ enum: elementTypes }),
  resource: text().notNull(),
  policy: jsonb().$type<StoredPolicy>().notNull(),
  absoluteExpiresAt: instant().notNull(),
  accountSid: sid('AC').notNull(),
  applicationSid: sid('AP').notNull(),
  role: text({ enum: roles }).notNull(),
  creatorPolicy: jsonb().$type<StoredPolicy>().notNull(),
  holderPolicy: jsonb().$type<StoredPolicy>().notNull(),
  whyDead: text('inactive_reason', { enum: deadBecause }),
  /** The role of the credential that refreshed last; `role` is the creator's. */
  holderRole: text({ enum: roles }).notNull(),
}).existing()
