import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, pgView, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { digest, instant, sid } from '../columns.ts'
import { apiCredential, roles, type StoredPolicy } from './credential.ts'
import { installSid } from './tenancy.ts'
import { user } from './user.ts'

export const tokenTypes = ['element', 'api'] as const
export const elementTypes = ['exam-session', 'proctoring-session', 'assessment-viewer'] as const

/**
 * The properties that a token and all its refreshed successors share: the target user, the policy, and the absolute
 * expiry. Every refresh and every revocation of the family writes its row, so that they are serialized.
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
    /**
     * The credential that received the newest secret: the creator, or the last credential to refresh. Its permissions
     * limit the family.
     */
    holderSid: sid('AK')
      .notNull()
      .references(() => apiCredential.sid),
    targetUserSid: sid('US').references(() => user.sid),
    tokenType: text({ enum: tokenTypes }).notNull(),
    elementType: text({ enum: elementTypes }),
    resource: text().notNull(),
    policy: jsonb().$type<StoredPolicy>().notNull(),
    /**
     * The fingerprint of the creator's authority (`authority_fingerprint`) when its policy was last found to contain
     * this policy. A refresh by the creator needs no new comparison while it is the same. Null: not known.
     */
    creatorFingerprint: digest(),
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
 * One generation of a family: the secret of the embed, stored as a hash. The newest token has the generation of the
 * family; every other token was replaced by that of the next generation.
 */
export const stsToken = pgTable(
  'sts_token',
  {
    sid: sid('TA').primaryKey(),
    familySid: sid('TA')
      .notNull()
      .references(() => stsFamily.sid),
    /**
     * The install of the family, so that an index orders the tokens of an install. The trigger `sts_token_in_install`
     * sets it for inserts without it. Without a foreign key, for the reason of `sts_event`.
     */
    installSid: sid('AI'),
    generation: integer().notNull(),
    secretHash: digest().notNull().unique('sts_token_secret_hash'),
    expiresAt: instant().notNull(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    uniqueIndex().on(table.familySid, table.generation),
    index().on(table.installSid, table.createdDate, table.sid).concurrently(),
  ],
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
 * The audit of tokens. A revocation of many tokens is one row, with the values that they share. Rows remain after their
 * tokens are deleted, so there are no foreign keys. `install_sid` has none either: its check would lock the install's
 * row at each refresh, and all refreshes of the install share that row.
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
    /** The credential that issued the root token. */
    credentialSid: sid('AK'),
    /** The credential that requested the event; null if an operator did, or if the use of a token caused it. */
    actorSid: sid('AK'),
    /** The operator who requested the event. */
    operatorSid: sid('OP'),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.sid),
    uniqueIndex('sts_event_reused').on(table.tokenSid).where(sql`${table.event} = 'reused'`),
  ],
)

/** The reasons why a token is inactive. */
export const inactiveReasons = [
  'replaced',
  'revoked',
  'expired',
  'install_revoked',
  'user_revoked',
  'credential_revoked',
] as const

/** A token with its family, the roles and policies that limit it, and the result of `token_inactive_reason`. */
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
  inactiveReason: text({ enum: inactiveReasons }),
  /** The role of the last credential to refresh; `role` is that of the creator. */
  holderRole: text({ enum: roles }).notNull(),
  /** The role of the target user; null without one. */
  targetRole: text({ enum: roles }),
}).existing()
