import { getTableColumns, sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'

/** The limits of the files of an install: bytes of each, and media types. */
export type FileSettings = { maxBytes: number; contentTypes: string[] }

/**
 * The requests that each caller may send in a minute (db/schema/request-count.ts); null: any number. The limits of an account
 * apply to paths without an install.
 */
const requestLimits = () => ({
  readsPerMinute: integer().default(3000),
  writesPerMinute: integer().default(600),
})

/** A customer. An account cannot access the data of another account. */
export const account = pgTable('account', {
  sid: sid('AC').primaryKey(),
  name: text().notNull(),
  /** Whether every operator needs a second factor. */
  requireMfa: boolean().notNull().default(false),
  /** When `npm run bootstrap` created it. The first operator owns the first of these accounts. */
  bootstrappedDate: instant(),
  ...requestLimits(),
  createdDate: instant().notNull().defaultNow(),
})

/** An application of a customer. It owns installs, webhook endpoints and events. */
export const application = pgTable(
  'application',
  {
    sid: sid('AP').primaryKey(),
    accountSid: sid('AC')
      .notNull()
      .references(() => account.sid),
    name: text().notNull(),
    permissions: text().array().notNull().default(sql`'{publish,subscribe}'`),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [index().on(table.accountSid)],
)

/** A learning platform with its deployment settings. */
export const install = pgTable(
  'install',
  {
    sid: sid('AI').primaryKey(),
    accountSid: sid('AC')
      .notNull()
      .references(() => account.sid),
    applicationSid: sid('AP')
      .notNull()
      .references(() => application.sid),
    name: text().notNull(),
    maxTokenTtlSeconds: integer().notNull().default(3600),
    defaultTimezone: text().notNull().default('UTC'),
    requireManagerExamApproval: boolean().notNull().default(false),
    requireManagerProctorApproval: boolean().notNull().default(false),
    /** How long after its appointment a session that was not started can still be started. */
    noShowGraceMinutes: integer().notNull().default(15),
    /** How long after its appointment a running session can go on. */
    overrunGraceMinutes: integer().notNull().default(10),
    /** Whether a session starts only after a system check that passed. */
    requireSystemCheck: boolean().notNull().default(false),
    /** The policy of exams without one (db/schema/cancellation.ts). */
    cancellationPolicySid: sid('CP'),
    allowedEmbedOrigins: text().array().notNull().default(sql`'{}'`),
    /** The members that the install has set; the others have their defaults (src/proctoring/files/content/settings.ts). */
    files: jsonb().$type<Partial<FileSettings>>().notNull().default({}),
    /** The language and the format of dates for users without a locale (BCP 47). */
    locale: text().notNull().default('en'),
    /** Whether learners get mails about their appointments, and which. */
    notificationsEnabled: boolean().notNull().default(false),
    notifyConfirmations: boolean().notNull().default(true),
    notifyReminders: boolean().notNull().default(true),
    notifyReviews: boolean().notNull().default(true),
    /** The texts that replace those of the product (src/shared/messages/texts.ts). */
    notificationTexts: jsonb().$type<Record<string, unknown>>(),
    ...requestLimits(),
    /** Incremented to revoke, in one write, every token of the install. */
    stsEpoch: integer().notNull().default(0),
    createdDate: instant().notNull().defaultNow(),
    editDate: instant().notNull().defaultNow(),
  },
  table => [
    index().on(table.accountSid, table.createdDate, table.sid),
    check('install_max_token_ttl_seconds', sql`${table.maxTokenTtlSeconds} between 1 and 3600`),
    check('install_no_show_grace_minutes', sql`${table.noShowGraceMinutes} between 0 and 1440`),
    check('install_overrun_grace_minutes', sql`${table.overrunGraceMinutes} between 0 and 1440`),
  ],
)

const { notificationTexts: _, ...columns } = getTableColumns(install)
/** The columns of an install without its texts, which only its settings and mails need. */
export const installColumns = columns

/** The install that a row belongs to. */
export const installSid = () =>
  sid('AI')
    .notNull()
    .references(() => install.sid)

/** A proctoring company or team. Its reports cover the installs that are linked to it. */
export const proctorAccount = pgTable(
  'proctor_account',
  {
    sid: sid('PA').primaryKey(),
    accountSid: sid('AC')
      .notNull()
      .references(() => account.sid),
    name: text().notNull(),
    createdDate: instant().notNull().defaultNow(),
    editDate: instant().notNull().defaultNow(),
  },
  table => [index().on(table.accountSid, table.createdDate, table.sid)],
)

export const proctorAccountInstall = pgTable(
  'proctor_account_install',
  {
    proctorSid: sid('PA')
      .notNull()
      .references(() => proctorAccount.sid),
    installSid: sid('AI')
      .notNull()
      .references(() => install.sid),
  },
  table => [primaryKey({ columns: [table.proctorSid, table.installSid] }), index().on(table.installSid)],
)
