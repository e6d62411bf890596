import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { dates, instant, sid } from '../columns.ts'
import { examSession, learnerAndExamColumns } from './session.ts'
import { installSid } from './tenancy.ts'

/** A type of session event. Some types open an incident. */
export const eventType = pgTable(
  'event_type',
  {
    sid: sid('ET').primaryKey(),
    installSid: installSid(),
    name: text().notNull(),
    /** Identifies a type that the system uses itself; null for the types of the institution. */
    code: text({ enum: ['review'] }),
    opensIncident: boolean().notNull().default(false),
    ...dates(),
    /** A retired type is in use by past events. New events cannot have it. */
    retiredDate: instant(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.sid),
    uniqueIndex('event_type_code')
      .on(table.installSid, table.code)
      .where(sql`${table.code} is not null`)
      .concurrently(),
  ],
)

export const eventStatuses = ['Open', 'Resolved', 'Dismissed'] as const

/** An event in a session. */
export const sessionEvent = pgTable(
  'session_event',
  {
    sid: sid('ER').primaryKey(),
    /** Copied from the session, so that events of an install are listed in order without reading sessions. */
    ...learnerAndExamColumns(),
    sessionSid: sid('ES')
      .notNull()
      .references(() => examSession.sid),
    eventTypeSid: sid('ET')
      .notNull()
      .references(() => eventType.sid),
    status: text({ enum: eventStatuses }).notNull().default('Open'),
    eventTime: instant().notNull(),
    title: text().notNull(),
    subject: text(),
    details: text(),
    potentialDamage: text(),
    directWitness: text(),
    correctiveActionDetails: text(),
    contactPerson: text(),
    contactEmail: text(),
    contactPhone: text(),
    ...dates(),
  },
  table => [
    index().on(table.installSid, table.createdDate, table.sid),
    index().on(table.sessionSid, table.createdDate, table.sid),
    index().on(table.eventTypeSid),
    check('session_event_status', sql`${table.status} in ('Open', 'Resolved', 'Dismissed')`),
  ],
)

export const annotationSources = ['system', 'proctor'] as const

/** An annotation of the recording of a session. */
export const annotation = pgTable(
  'annotation',
  {
    sid: sid('AN').primaryKey(),
    sessionSid: sid('ES')
      .notNull()
      .references(() => examSession.sid),
    type: text().notNull(),
    startOffsetMs: integer().notNull(),
    endOffsetMs: integer(),
    /** 0 to 1 (1EdTech Proctoring Services, ACS `flag`). */
    severity: doublePrecision(),
    source: text({ enum: annotationSources }).notNull(),
    text: text(),
    muted: boolean().notNull().default(false),
    ...dates(),
  },
  table => [index().on(table.sessionSid, table.startOffsetMs, table.sid)],
)
