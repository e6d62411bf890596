// Operators, and the sign-in of operators and of users of installs.

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { dates, digest, instant, sid } from '../columns.ts'
import { sealedHead } from './sealed.ts'
import { account } from './tenancy.ts'
import { user } from './user.ts'

export const operatorRoles = ['owner', 'admin', 'developer', 'viewer'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** A person who administers an account on the platform. */
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
    /**
     * Whether `POST /api/auth/setup` created it. A unique index lets only one of several concurrent requests succeed.
     */
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

/** The person who signs in: an operator, or a user of an install. */
const subject = () => ({
  operatorSid: sid('OP').references(() => operator.sid),
  userSid: sid('US').references(() => user.sid),
})

const oneSubject = (name: string) => check(name, sql`num_nonnulls(operator_sid, user_sid) = 1`)

/** A sign-in session. It ends by expiry, inactivity, sign-out or a new password. */
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

/** A sign-in with a correct password that still requires the second factor. */
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

/** An authenticator app (RFC 6238). It is active once a code is confirmed. */
export const totp = pgTable(
  'totp',
  {
    sid: sid('TP').primaryKey(),
    ...subject(),
    /** Sealed; the plaintext is base32. */
    secret: text().notNull(),
    confirmedDate: instant(),
    /** The newest time step whose code was used. Only later codes are accepted (RFC 6238, section 5.2). */
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

/** A single-use replacement for a code of the app. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    codeHash: digest().primaryKey(),
    ...subject(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [index().on(table.operatorSid), index().on(table.userSid), oneSubject('recovery_code_subject')],
)

/** A mailed single-use link that sets a password, after a forgotten password or an invitation. */
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

/** The last attempt of a row of `throttle`, in SQL. */
export const lastAttempt = (taken: SQLWrapper): SQL => sql`(${taken}[cardinality(${taken})])`

/**
 * The latest attempts of a rate-limited operation. The key is a digest of the limit's name and of the limited id. See
 * `rate_limit_attempt`.
 */
export const throttle = pgTable(
  'throttle',
  {
    key: digest().primaryKey(),
    /** Oldest first. */
    taken: timestamp({ withTimezone: true }).array().notNull(),
  },
  table => [index('throttle_last').on(lastAttempt(table.taken))],
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
 * Sign-ins, failed sign-ins, and changes that affect sign-in. Rows remain after their subjects are deleted, so there
 * are no foreign keys. The account is null if the email address belongs to no account.
 */
export const signInEvent = pgTable(
  'sign_in_event',
  {
    sid: sid('SV').primaryKey(),
    accountSid: sid('AC'),
    /** The person that the event is about. */
    operatorSid: sid('OP'),
    userSid: sid('US'),
    event: text({ enum: signInEvents }).notNull(),
    /** The sid of the operator or credential that caused the event, if it is not that person. */
    actor: text(),
    address: text(),
    userAgent: text(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [index().on(table.accountSid, table.createdDate, table.sid), index().on(table.userSid)],
)
