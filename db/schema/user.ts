import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { dates, foreignIds, instant, sid, uniqueForeignIds } from '../columns.ts'
import { roles } from './credential.ts'
import { installSid } from './tenancy.ts'

/** IANA time zones. A migration inserts them. */
export const timeZone = pgTable('time_zone', {
  sid: sid('TZ').primaryKey(),
  name: text().notNull().unique(),
})

export const distanceUnits = ['miles', 'kilometers'] as const

/** Lists omit the users that were merged into others. */
const isNotMerged = ({ mergedIntoSid }: { mergedIntoSid: AnyPgColumn }): SQL => sql`${mergedIntoSid} is null`

/** The ids and the addresses of a merged user. */
type FormerIdentity = Record<'lms' | 'sis' | 'api' | 'external', string | null> & {
  emails: (string | null)[]
}

/** Primary roles of roles.csv that are not over. `skipped`: a role that Invigil does not have, such as guardian. */
export type RosterRoles = Record<
  string,
  { role: (typeof roles)[number] | 'skipped'; beginDate?: string; endDate?: string }
>

/** Whether one of the roles of a user starts or ends on a day: of the members of a role, only days start with a digit. */
export const hasDatedRole = ({ rosterRoles }: { rosterRoles: AnyPgColumn }): SQL =>
  sql`${rosterRoles} @? '$.*.* ? (@ like_regex "^[0-9]")'`

/** A person of one install: learner, instructor, proctor or administrator. */
export const user = pgTable(
  'users',
  {
    sid: sid('US').primaryKey(),
    installSid: installSid(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    preferredEmail: text(),
    username: text(),
    /** 0; for users whose username a migration found equal to that of an earlier user: 1, 2 and so on. */
    usernameClash: integer().notNull().default(0),
    passwordHash: text(),
    enabled: boolean().notNull().default(false),
    role: text({ enum: roles }).notNull().default('learner'),
    svcSid: sid('IU'),
    svcIdEnrollmentSid: sid('IE'),
    mobilePhone: text(),
    homePhone: text(),
    address: text(),
    ...foreignIds(),
    helpdeskUserId: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    currencyCode: text(),
    timeZoneSid: sid('TZ').references(() => timeZone.sid),
    /** The language and the format of dates in mails (BCP 47); null: those of the install. */
    locale: text(),
    maxTravelDistance: doublePrecision(),
    maxTravelDistanceUnits: text({ enum: distanceUnits }),
    /**
     * The roles of the user in the organisations of a roster, by their sourcedIds. `role` is the highest of them. Null if no roster
     * has listed all.
     */
    rosterRoles: jsonb().$type<RosterRoles>(),
    /**
     * Whether a roster disabled the user because the last role was over. False from the next role on, if a roster deletes the user, and,
     * by the trigger `users_enabled`, if the user is enabled.
     */
    rosterRolesEnded: boolean().notNull().default(false),
    /** When provisioning or a roster last changed an enrollment of the user. */
    lastEnrollmentSync: instant(),
    /** Incremented to revoke, in one write, every token that represents this user. */
    stsEpoch: integer().notNull().default(0),
    /** When the personal data of the row was erased. The row remains, so that counts do not change. */
    erasedDate: instant(),
    /** The user that has the records of this one, which was merged. The row remains, and is erased. */
    mergedIntoSid: sid('US'),
    /**
     * What identified the users that were merged into this one: their ids and addresses. Erasures, rosters and provisioning
     * read it. Null if there are none.
     */
    formerIdentities: jsonb().$type<FormerIdentity[]>(),
    ...dates(),
  },
  table => [
    // Only for builds before `users_username_key`, which implies it. A later release drops it.
    uniqueIndex('users_username').on(table.installSid, sql`lower(${table.username})`),
    uniqueIndex('users_username_key')
      .on(table.installSid, sql`username_key(${table.username})`, table.usernameClash)
      .concurrently(),
    index('users_email').on(table.installSid, sql`lower(${table.email})`),
    // Only for builds before `users_listed…`. A later release drops them.
    index().on(table.installSid, table.createdDate, table.sid),
    index('users_last_name_key')
      .on(table.installSid, sql`name_key(${table.lastName})`, table.sid, table.lastName)
      .concurrently(),
    index('users_first_name_key')
      .on(table.installSid, sql`name_key(${table.firstName})`, table.sid, table.firstName)
      .concurrently(),
    index('users_listed')
      .on(table.installSid, table.createdDate, table.sid)
      .where(isNotMerged(table))
      .concurrently(),
    // The names themselves are columns, because Postgres scans an index on expressions alone only with their columns.
    index('users_listed_last_name')
      .on(table.installSid, sql`name_key(${table.lastName})`, table.sid, table.lastName)
      .where(isNotMerged(table))
      .concurrently(),
    index('users_listed_first_name')
      .on(table.installSid, sql`name_key(${table.firstName})`, table.sid, table.firstName)
      .where(isNotMerged(table))
      .concurrently(),
    // The people who are in the count of the users but not in the list. Few of all.
    index('users_merged').on(table.installSid).where(sql`${table.mergedIntoSid} is not null`).concurrently(),
    // The people whose sessions are not listed. Few of all.
    index('users_erased')
      .on(table.installSid, table.sid)
      .where(sql`${table.erasedDate} is not null`)
      .concurrently(),
    // The people whose roles change by themselves.
    index('users_dated_roles').on(table.installSid).where(hasDatedRole(table)).concurrently(),
    ...uniqueForeignIds('users', table),
    check('users_role', sql`${table.role} in ('admin', 'instructor', 'proctor', 'learner')`),
  ],
)
