// Events, webhook endpoints, deliveries and their attempts.

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { dates, instant, sid } from '../columns.ts'
import { isAboutSession, sessionOf } from './event-session.ts'
import { sealedHead } from './sealed.ts'
import { application, install } from './tenancy.ts'

/** The event types that an endpoint can subscribe to. */
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

/** An endpoint that receives events of an application. */
export const webhookEndpoint = pgTable(
  'webhook_endpoint',
  {
    sid: sid('WH').primaryKey(),
    applicationSid: applicationSid(),
    /** The install whose events it receives; null receives those of the whole application. */
    installSid: sid('AI').references(() => install.sid),
    url: text().notNull(),
    /** Sealed (src/shared/crypto/seal.ts). */
    secret: text().notNull(),
    /** The previous secret, sealed. It also signs until `previousSecretUntil`. */
    previousSecret: text(),
    previousSecretUntil: instant(),
    events: text().array().$type<EventType[]>().notNull(),
    /** Each member must equal the payload's member of that name; both are compared as strings (`js_string`). */
    filter: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    active: boolean().notNull().default(true),
    /**
     * Whether it is the address of notifications of an install (`notify_review_complete`). It receives only these, without
     * signatures, and is no endpoint for clients.
     */
    notification: boolean().notNull().default(false),
    /** The number of failed attempts since the last successful one. */
    failures: integer().notNull().default(0),
    /** The circuit breaker: QStash pauses the messages of the endpoint at least until this time. */
    heldUntil: instant(),
    /** When the first attempt since the last successful one failed; null if none has. */
    failingSince: instant(),
    /** When it was deactivated because it had failed for days (src/platform/webhooks/notices); null otherwise. */
    failedDate: instant(),
    /** A deleted endpoint does not exist for clients; the log of its deliveries remains. */
    deletedDate: instant(),
    ...dates(),
  },
  table => [
    // Partial, so that deleted endpoints do not slow events down.
    index('webhook_endpoint_live')
      .on(table.applicationSid, table.createdDate, table.sid)
      .where(sql`${table.deletedDate} is null`),
    uniqueIndex('webhook_endpoint_notification')
      .on(table.installSid, table.url)
      .where(sql`${table.notification}`)
      .concurrently(),
    index('webhook_endpoint_failing')
      .on(table.failingSince)
      .where(sql`${table.active} and ${table.failingSince} is not null`)
      .concurrently(),
    index('webhook_endpoint_sealed').on(sealedHead(table.secret)).where(sql`${table.secret} <> ''`),
    index('webhook_endpoint_previous_sealed')
      .on(sealedHead(table.previousSecret))
      .where(sql`${table.previousSecret} <> ''`),
  ],
)

type Published = Record<'installSid' | 'clientId', SQLWrapper>

/**
 * Conditions of the unique indexes on events that were published with an id: for the application, and for an install.
 */
export const ofApplication = ({ installSid, clientId }: Published) =>
  sql`${installSid} is null and ${clientId} is not null`
export const ofInstall = ({ installSid, clientId }: Published) =>
  sql`${installSid} is not null and ${clientId} is not null`

/** An event, which is delivered to the endpoints of its application. */
export const event = pgTable(
  'event',
  {
    sid: sid('EV').primaryKey(),
    applicationSid: applicationSid(),
    /** The install of the event; null if the event belongs to the whole application. */
    installSid: sid('AI'),
    topic: text().notNull(),
    source: text({ enum: eventSources }).notNull(),
    type: text().$type<EventType>().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The user of a captured change. Erasure finds the event by it. */
    userSid: sid('US'),
    /** The table and the operation of a captured change. */
    changedTable: text(),
    operation: text({ enum: ['insert', 'update', 'delete'] }),
    /** The id from the publisher, so that a repetition has no effect. Unique per install, and per application. */
    clientId: text(),
    /**
     * The trace context of the request (W3C Trace Context), if the request sent one. `db/transaction-settings.ts` sets
     * it for each transaction.
     */
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
    index('event_session')
      .on(table.applicationSid, sessionOf(table))
      .where(isAboutSession(table))
      .concurrently(),
    check('event_source', oneOf(table.source, eventSources)),
  ],
)

/** The maximum number of attempts of a delivery. A retry by a client allows the same number again. */
export const attemptsPerRound = 6

export const deliveryStatuses = ['pending', 'delivered', 'dead', 'skipped'] as const

/** The delivery of an event to an endpoint. The pending rows are the outbox. */
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
    /** The number of attempts, and its maximum. */
    attempts: integer().notNull().default(0),
    attemptsAllowed: integer().notNull().default(attemptsPerRound),
    /**
     * The number of the message. Publishing the same message again uses the same number, so that QStash deduplicates
     * it.
     */
    round: integer().notNull().default(0),
    /** The number of its messages that QStash has given up, since the last resend. */
    givenUp: integer().notNull().default(0),
    /** The time at which the outbox publishes it, if it is still pending. */
    dueDate: instant().notNull().defaultNow(),
    /** When QStash accepted the message of this round. */
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

/** Why an attempt got no response, or was not made. */
export const attemptFaults = ['blocked', 'dns', 'timeout', 'connection'] as const

/** The stored part of a request or response. */
export type Exchange = { headers: Record<string, string>; body: string; truncated: boolean }

/**
 * A request to an endpoint: a row of the delivery log. Some columns repeat those of delivery and event, for indexes.
 */
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
