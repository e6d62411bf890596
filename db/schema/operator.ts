// People of area C: operators, and what signs them and the users of installs in.

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { dates, digest, instant, sid } from '../columns.ts'
import { sealedHead } from './sealed.ts'
import { account } from './tenancy.ts'
import { user } from './user.ts'

export const operatorRoles = ['owner', 'admin', 'developer', 'viewer'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Who runs an account on the platform. */
export const operator = pgTable(
  'operator',
  {
    sid: sid('OP').primaryKey(),
    accountSid: sid('AC')
      .notNull()
      .references(() => account.sid),
    email: text().notNull(),
    name: text().notNull(),
    role: text({ enum: operatorRoles }).notNull(),
    /** Null until the invitation is accepted. */
    passwordHash: text(),
    /** The one that `POST /api/auth/setup` made: a unique index lets one of many at once through. */
    isFirst: boolean().notNull().default(false),
    disabledDate: instant(),
    lastLoginDate: instant(),
    ...dates(),
  },
  table => [
    uniqueIndex('operator_email').on(sql`lower(${table.email})`),
    uniqueIndex('operator_first').on(table.isFirst).where(sql`${table.isFirst}`),
    index().on(table.accountSid, table.createdDate, table.sid),
    check('operator_role', sql`${table.role} in ('owner', 'admin', 'developer', 'viewer')`),
  ],
)

/** Who signs in: an operator, or a user of an install. */
const subject = () => ({
  operatorSid: sid('OP').references(() => operator.sid),
  userSid: sid('US').references(() => user.sid),
})

const oneSubject = (name: string) => check(name, sql`num_nonnulls(operator_sid, user_sid) = 1`)

/** A sign-in that holds until it is ended: by its own end, by idling, by signing out, or by a new password. */
export const signInSession = pgTable(
  'sign_in_session',
  {
    sid: sid('SI').primaryKey(),
    ...subject(),
    secretHash: digest().notNull().unique('sign_in_session_secret_hash'),
    userAgent: text(),
    address: text(),
    createdDate: instant().notNull().defaultNow(),
    lastSeenDate: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
  },
  table => [
    index().on(table.operatorSid, table.createdDate, table.sid),
    index().on(table.userSid, table.createdDate, table.sid),
    index().on(table.expiresAt),
    oneSubject('sign_in_session_subject'),
  ],
)

/** A password that was right and a second factor that is still asked for. */
export const mfaChallenge = pgTable(
  'mfa_challenge',
  {
    secretHash: digest().primaryKey(),
    ...subject(),
    tries: integer().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  table => [
    index().on(table.operatorSid),
    index().on(table.userSid),
    index().on(table.expiresAt),
    oneSubject('mfa_challenge_subject'),
  ],
)

/** An authenticator app (RFC 6238), in force once a code of it was confirmed. */
export const totp = pgTable(
  'totp',
  {
    sid: sid('TP').primaryKey(),
    ...subject(),
    /** Sealed; base32 inside. */
    secret: text().notNull(),
    confirmedDate: instant(),
    /** The newest time step of which a code was used: only later ones count (RFC 6238, section 5.2). */
    lastStep: integer().notNull().default(0),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    uniqueIndex('totp_operator').on(table.operatorSid),
    uniqueIndex('totp_user').on(table.userSid),
    index('totp_sealed').on(sealedHead(table.secret)).where(sql`${table.secret} <> ''`),
    oneSubject('totp_subject'),
  ],
)

/** What stands in for a code of the app, once. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    codeHash: digest().primaryKey(),
    ...subject(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [index().on(table.operatorSid), index().on(table.userSid), oneSubject('recovery_code_subject')],
)

/** A link that was mailed: sets a password once, for who forgot it or was invited. */
export const passwordReset = pgTable(
  'password_reset',
  {
    secretHash: digest().primaryKey(),
    ...subject(),
    createdDate: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
  },
  table => [
    index().on(table.operatorSid),
    index().on(table.userSid),
    index().on(table.expiresAt),
    oneSubject('password_reset_subject'),
  ],
)

/** The last of the turns of a row of `throttle`, in SQL. */
export const lastTaken = (taken: SQLWrapper): SQL => sql`(${taken}[cardinality(${taken})])`

/** When something that is limited was done last, by whom or from where: a digest says which. See `rate_limit_attempt`. */
export const throttle = pgTable(
  'throttle',
  {
    key: digest().primaryKey(),
    /** Oldest first. */
    taken: timestamp({ withTimezone: true }).array().notNull(),
  },
  table => [index('throttle_last').on(lastTaken(table.taken))],
)

export const signInEvents = [
  'setup',
  'signed_in',
  'sign_in_failed',
  'second_factor_asked',
  'second_factor_failed',
  'signed_out',
  'session_ended',
  'password_forgotten',
  'password_reset',
  'password_changed',
  'email_changed',
  'user_disabled',
  'mfa_enabled',
  'mfa_disabled',
  'recovery_code_used',
  'operator_invited',
  'operator_changed',
  'operator_disabled',
  'operator_enabled',
  'operator_deleted',
  'account_changed',
] as const
export type SignInEventName = (typeof signInEvents)[number]

/**
 * Who signed in, tried to, or changed who may, and when. The rows outlive what they tell of, so they refer to nothing.
 * An account is missing where the try named nobody of any.
 */
export const signInEvent = pgTable(
  'sign_in_event',
  {
    sid: sid('SV').primaryKey(),
    accountSid: sid('AC'),
    /** Of whom it tells. */
    operatorSid: sid('OP'),
    userSid: sid('US'),
    event: text({ enum: signInEvents }).notNull(),
    /** Who did it, where somebody else did: the sid of an operator or a credential. */
    actor: text(),
    address: text(),
    userAgent: text(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [index().on(table.accountSid, table.createdDate, table.sid), index().on(table.userSid)],
)
