import { isNotNull, isNull, sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { dates, foreignIds, instant, sid, synchronization, uniqueForeignIds } from '../columns.ts'
import { installSid } from './tenancy.ts'
import { user } from './user.ts'

/** A term, or another period in which courses take place. */
export const courseOffering = pgTable(
  'course_offering',
  {
    sid: sid('CO').primaryKey(),
    installSid: installSid(),
    title: text().notNull(),
    /** An integration assigns a course to the offering if its title or code contains one of these. */
    matchStrings: text().array().notNull().default(sql`'{}'`),
    startDate: instant(),
    endDate: instant(),
    ...foreignIds(),
    ...dates(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.sid),
    ...uniqueForeignIds('course_offering', table),
    check('course_offering_dates', sql`${table.startDate} <= ${table.endDate}`),
  ],
)

export const course = pgTable(
  'course',
  {
    sid: sid('CU').primaryKey(),
    installSid: installSid(),
    courseOfferingSid: sid('CO').references(() => courseOffering.sid, { onDelete: 'set null' }),
    title: text().notNull(),
    code: text(),
    ...foreignIds(),
    ...synchronization(),
    ...dates(),
    /** A deleted course does not exist for clients; its sessions remain in the reports. */
    deletedDate: instant(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.sid),
    index('course_listed_title')
      .on(table.installSid, sql`name_key(${table.title})`, table.sid)
      .where(isNull(table.deletedDate))
      .concurrently(),
    // The courses whose exams are in the count of the exams but not in the list. Few of all.
    index('course_deleted')
      .on(table.installSid, table.sid)
      .where(isNotNull(table.deletedDate))
      .concurrently(),
    index().on(table.courseOfferingSid),
    ...uniqueForeignIds('course', table, isNull(table.deletedDate)),
  ],
)

/** The course that a row belongs to. */
export const courseSid = () =>
  sid('CU')
    .notNull()
    .references(() => course.sid)

/** A group of learners of a course. Exams can be assigned to it. */
export const section = pgTable(
  'section',
  {
    sid: sid('SE').primaryKey(),
    installSid: installSid(),
    courseSid: courseSid(),
    title: text().notNull(),
    ...foreignIds(),
    ...dates(),
  },
  table => [
    index().on(table.courseSid, table.createdDate, table.sid),
    index().on(table.installSid, table.sisId),
  ],
)

export const enrollmentRoles = ['learner', 'instructor'] as const
export const enrollmentStatuses = ['active', 'withdrawn'] as const

/**
 * The membership of a person in a course. Its row is never deleted, so that used attempts still count if the person
 * returns.
 */
export const enrollment = pgTable(
  'enrollment',
  {
    sid: sid('EN').primaryKey(),
    installSid: installSid(),
    courseSid: courseSid(),
    userSid: sid('US')
      .notNull()
      .references(() => user.sid),
    role: text({ enum: enrollmentRoles }).notNull().default('learner'),
    status: text({ enum: enrollmentStatuses }).notNull().default('active'),
    ...foreignIds(),
    ...dates(),
    /** When the enrollment was withdrawn. The trigger `enrollment_withdrawal_dated` sets it. */
    withdrawnDate: instant(),
  },
  table => [
    uniqueIndex('enrollment_course_user').on(table.courseSid, table.userSid),
    index().on(table.courseSid, table.createdDate, table.sid),
    // The first instructor of a course. Few of its people.
    index('enrollment_instructors')
      .on(table.courseSid, table.createdDate, table.sid)
      .where(sql`${table.role} = 'instructor'`)
      .concurrently(),
    index().on(table.userSid),
    index().on(table.installSid, table.sisId),
    check('enrollment_role', sql`${table.role} in ('learner', 'instructor')`),
    check('enrollment_status', sql`${table.status} in ('active', 'withdrawn')`),
  ],
)

export const enrollmentSection = pgTable(
  'enrollment_section',
  {
    enrollmentSid: sid('EN')
      .notNull()
      .references(() => enrollment.sid),
    sectionSid: sid('SE')
      .notNull()
      .references(() => section.sid, { onDelete: 'cascade' }),
    /** The role in a section of a roster. Null in other sections, and until a roster lists the membership. */
    role: text({ enum: enrollmentRoles }),
    /** The first day after the membership, if the roster has one. The first import from that day on ends the membership. */
    endDate: date(),
  },
  table => [
    primaryKey({ columns: [table.enrollmentSid, table.sectionSid] }),
    index().on(table.sectionSid),
    // The memberships that a roster ends.
    index('enrollment_section_ends')
      .on(table.sectionSid, table.endDate)
      .where(sql`${table.endDate} is not null`)
      .concurrently(),
  ],
)
