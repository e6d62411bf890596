// Events, the endpoints that hear of them, and what became of each delivery.

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { dates, digest, instant, sid } from '../columns.ts'
import { sealedHead } from './sealed.ts'
import { application, install } from './tenancy.ts'

/** The types that an endpoint may subscribe to. */
export const eventTypes = [
  'document.updated',
  'document.deleted',
  'presence.updated',
  'socket.message',
  'socket.connect',
  'socket.disconnect',
  'database.event',
] as const
export type EventType = (typeof eventTypes)[number]

export const eventSources = ['capture', 'sync', 'socket', 'sdk'] as const

const applicationSid = () =>
  sid('AP')
    .notNull()
    .references(() => application.sid)

const oneOf = (column: SQL.Aliased | { name: string }, values: readonly string[]) =>
  sql`${column} in ${sql.raw(`('${values.join("', '")}')`)}`

/** Where an application hears of events. */
export const webhookEndpoint = pgTable(
  'webhook_endpoint',
  {
    sid: sid('WH').primaryKey(),
    applicationSid: applicationSid(),
    /** The install whose events alone it is told; null is told those of the whole application. */
    installSid: sid('AI').references(() => install.sid),
    url: text().notNull(),
    /** Sealed (src/shared/crypto/seal.ts). */
    secret: text().notNull(),
    /** The one before, sealed, which signs too until then. */
    previousSecret: text(),
    previousSecretUntil: instant(),
    events: text().array().$type<EventType[]>().notNull(),
    /** Each member must equal the payload's, as strings (`js_string`). */
    filter: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    active: boolean().notNull().default(true),
    /** Attempts that failed since the last one that did not. */
    failures: integer().notNull().default(0),
    /** The circuit breaker: QStash keeps the messages of the endpoint, at least until then. */
    heldUntil: instant(),
    /** A deleted endpoint is gone for clients; the log of its deliveries stays. */
    deletedDate: instant(),
    ...dates(),
  },
  table => [
    // However many were deleted, an event looks at those that live.
    index('webhook_endpoint_live')
      .on(table.applicationSid, table.createdDate, table.sid)
      .where(sql`${table.deletedDate} is null`),
    index('webhook_endpoint_sealed').on(sealedHead(table.secret)).where(sql`${table.secret} <> ''`),
    index('webhook_endpoint_previous_sealed')
      .on(sealedHead(table.previousSecret))
      .where(sql`${table.previousSecret} <> ''`),
  ],
)

type Published = Record<'installSid' | 'clientId', SQLWrapper>

/** Published with an id: by who acts for the whole application, or for one install. In SQL, as the indexes say it. */
export const ofApplication = ({ installSid, clientId }: Published) =>
  sql`${installSid} is null and ${clientId} is not null`
export const ofInstall = ({ installSid, clientId }: Published) =>
  sql`${installSid} is not null and ${clientId} is not null`

/** Something that happened, to be told to the endpoints of its application. */
export const event = pgTable(
  'event',
  {
    sid: sid('EV').primaryKey(),
    applicationSid: applicationSid(),
    /** The install that it is of; null is of the application as a whole. */
    installSid: sid('AI'),
    topic: text().notNull(),
    source: text({ enum: eventSources }).notNull(),
    type: text().$type<EventType>().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Whom a captured change is about, so that erasing the person reaches it. */
    userSid: sid('US'),
    /** What changed and how, for a captured change. */
    changedTable: text(),
    operation: text({ enum: ['insert', 'update', 'delete'] }),
    /** The id that the publisher gave, so that publishing again does nothing: of each install, and of the application. */
    clientId: text(),
    /** Where in a trace it was made (W3C Trace Context), if the request said so: `db/transaction-settings.ts` sets it for each transaction. */
    traceparent: text().default(sql`nullif(current_setting('invigil.traceparent', true), '')`),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    uniqueIndex('event_client_id').on(table.applicationSid, table.clientId).where(ofApplication(table)),
    uniqueIndex('event_client_id_of_install')
      .on(table.applicationSid, table.installSid, table.clientId)
      .where(ofInstall(table)),
    index().on(table.applicationSid, table.createdDate, table.sid),
    index().on(table.userSid).where(sql`${table.userSid} is not null`),
    index('event_contact')
      .on(table.applicationSid, sql`lower(${table.payload} ->> 'contactEmail')`)
      .where(sql`${table.changedTable} = 'session_event'`),
    check('event_source', oneOf(table.source, eventSources)),
  ],
)

/** Attempts that a delivery gets, and gets again each time that somebody asks for it. */
export const attemptsOfRound = 6

export const deliveryStatuses = ['pending', 'delivered', 'dead', 'skipped'] as const

/** One event for one endpoint. The rows that are pending are the outbox. */
export const delivery = pgTable(
  'webhook_delivery',
  {
    sid: sid('WD').primaryKey(),
    applicationSid: applicationSid(),
    eventSid: sid('EV')
      .notNull()
      .references(() => event.sid),
    endpointSid: sid('WH')
      .notNull()
      .references(() => webhookEndpoint.sid),
    status: text({ enum: deliveryStatuses }).notNull().default('pending'),
    /** Attempts that were made, and how many may be. */
    attempts: integer().notNull().default(0),
    attemptsAllowed: integer().notNull().default(attemptsOfRound),
    /** Counts the messages that are meant to be different; the same one is published again under the same number. */
    round: integer().notNull().default(0),
    /** When the outbox takes it up, unless something has become of it before. */
    dueDate: instant().notNull().defaultNow(),
    /** When QStash took the message of this round. */
    publishedDate: instant(),
    createdDate: instant().notNull().defaultNow(),
    finishedDate: instant(),
  },
  table => [
    uniqueIndex('webhook_delivery_pair').on(table.eventSid, table.endpointSid),
    index('webhook_delivery_outbox').on(table.dueDate).where(sql`${table.status} = 'pending'`),
    index('webhook_delivery_waiting').on(table.endpointSid).where(sql`${table.status} = 'pending'`),
    index('webhook_delivery_done')
      .on(table.finishedDate)
      .where(sql`${table.status} in ('delivered', 'skipped')`),
    index('webhook_delivery_given_up').on(table.finishedDate).where(sql`${table.status} = 'dead'`),
    index('webhook_delivery_dead').on(table.applicationSid, table.sid).where(sql`${table.status} = 'dead'`),
    index('webhook_delivery_dead_of_endpoint')
      .on(table.endpointSid, table.sid)
      .where(sql`${table.status} = 'dead'`),
    check('webhook_delivery_status', oneOf(table.status, deliveryStatuses)),
  ],
)

/** Why an attempt failed without an answer, or was not made. */
export const attemptFaults = ['blocked', 'dns', 'timeout', 'connection'] as const

/** What was sent or came back, as far as it is kept. */
export type Exchange = { headers: Record<string, string>; body: string; truncated: boolean }

/** One request to an endpoint: a line of the delivery log. What it is about stands here too, for the indexes. */
export const attempt = pgTable(
  'webhook_attempt',
  {
    sid: sid('WT').primaryKey(),
    applicationSid: applicationSid(),
    deliverySid: sid('WD')
      .notNull()
      .references(() => delivery.sid),
    endpointSid: sid('WH').notNull(),
    eventSid: sid('EV').notNull(),
    eventType: text().$type<EventType>().notNull(),
    number: integer().notNull(),
    url: text().notNull(),
    success: boolean().notNull(),
    statusCode: integer(),
    fault: text({ enum: attemptFaults }),
    durationMs: integer().notNull(),
    request: jsonb().$type<Exchange>().notNull(),
    response: jsonb().$type<Exchange>(),
    createdDate: instant().notNull().defaultNow(),
  },
  table => [
    index().on(table.deliverySid, table.number),
    index().on(table.applicationSid, table.createdDate, table.sid),
    index('webhook_attempt_event').on(table.applicationSid, table.eventType, table.createdDate, table.sid),
    index('webhook_attempt_endpoint').on(table.endpointSid, table.createdDate, table.sid),
    index('webhook_attempt_failed')
      .on(table.applicationSid, table.createdDate, table.sid)
      .where(sql`not ${table.success}`),
  ],
)

/** How far something that an application does often has used up its rate: a digest says which. See `use_rate`. */
export const rate = pgTable('rate', {
  key: digest().primaryKey(),
  /** When all that was done would have been done at the rate: what lies ahead of now is used up. */
  usedUntil: timestamp({ withTimezone: true }).notNull(),
})
