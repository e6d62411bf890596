import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'
import { examSession } from './session.ts'
import { installSid } from './tenancy.ts'

/** What a message reports, or reminds of. `message_kind` decides the kind of a change; `insert_reminders` has the reminders. */
export const messageKinds = [
  'confirmation',
  'change',
  'denial',
  'cancellation',
  'unscheduled',
  'noShow',
  'windowClosed',
  'reminder24h',
  'reminder1h',
  'review',
] as const

/** How the entry in the calendar of the learner changes. */
const calendarMethods = ['request', 'tentative', 'cancel'] as const

const messageStatuses = ['pending', 'sent', 'failed'] as const

/**
 * A mail to the learner of a session: the outbox of mails, and afterwards the record that it was sent. Triggers insert it in
 * the transaction of the change (`queue_messages`). It contains what the change would overwrite; names, the address and the
 * language are read when it is sent. The mail provider gets the sid as idempotency key.
 */
export const message = pgTable(
  'message',
  {
    sid: sid('MS').primaryKey(),
    installSid: installSid(),
    sessionSid: sid('ES')
      .notNull()
      .references(() => examSession.sid),
    kind: text({ enum: messageKinds }).notNull(),
    status: text({ enum: messageStatuses }).notNull().default('pending'),
    /** When it is sent; while it is pending, also the end of the lease of a sender, and the time of the next attempt. */
    dueDate: instant().notNull(),
    attempts: integer().notNull().default(0),
    /** Why the last attempt failed. */
    fault: text(),
    /**
     * The address of an attempt that may have reached the provider. The next attempts have it too, so that no learner gets a mail
     * twice. Null before the first attempt, and when the message is finished.
     */
    address: text(),
    /** The appointment that the message is about, and the one before a change. */
    appointmentDate: instant(),
    appointmentEndDate: instant(),
    previousDate: instant(),
    /** The reason of a denial or a cancellation, or the outcome of a review. Cleared when the message is finished. */
    detail: text(),
    /** The method of the attached calendar entry and its revision (RFC 5546, SEQUENCE); null without an entry. */
    calendar: text({ enum: calendarMethods }),
    sequence: integer(),
    createdDate: instant().notNull().defaultNow(),
    /** When it was sent, or the attempts ended. */
    finishedDate: instant(),
  },
  table => [
    index('message_outbox').on(table.dueDate, table.sid).where(sql`${table.status} = 'pending'`),
    index().on(table.sessionSid, table.sid),
    uniqueIndex('message_reminder')
      .on(table.sessionSid, table.kind, table.appointmentDate)
      .where(sql`${table.kind} in ('reminder24h', 'reminder1h')`),
    index('message_finished').on(table.finishedDate).where(sql`${table.finishedDate} is not null`),
    check(
      'message_kind',
      sql`${table.kind} in ('confirmation', 'change', 'denial', 'cancellation', 'unscheduled', 'noShow', 'windowClosed', 'reminder24h', 'reminder1h', 'review')`,
    ),
    check('message_status', sql`${table.status} in ('pending', 'sent', 'failed')`),
    check('message_calendar', sql`${table.calendar} in ('request', 'tentative', 'cancel')`),
  ],
)
