import { and, desc, eq, inArray, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { attempt, delivery, event, webhookEndpoint } from '../../../../db/schema/webhook.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { equals } from '../../../shared/http/filter.ts'
import { madeOn } from '../cursor.ts'
import { type Named, sentAgain } from '../endpoints/queries.ts'
import { type EndpointScope, isInScope, isInScopeOf } from '../scope.ts'
import type { DeadLetterQuery, LogQuery } from './schema.ts'

const logged = {
  id: attempt.sid,
  webhookId: attempt.endpointSid,
  event: attempt.eventType,
  url: attempt.url,
  statusCode: sql<number>`coalesce(${attempt.statusCode}, 0)`,
  success: attempt.success,
  attempts: attempt.number,
  deliveredAt: attempt.createdDate,
  deliveryId: attempt.deliverySid,
  eventId: attempt.eventSid,
  fault: attempt.fault,
  durationMs: attempt.durationMs,
}

/** Unsent: the attempts at the endpoints that the caller reaches, newest first. */
export const listAttempts = (db: Database, reached: EndpointScope, query: LogQuery) =>
  db
    .select(logged)
    .from(attempt)
    .where(
      and(
        eq(attempt.applicationSid, reached.applicationSid),
        isInScopeOf(attempt.endpointSid, reached),
        equals(attempt.eventType, query.event),
        equals(attempt.endpointSid, query.webhookId),
        query.success === undefined ? undefined : query.success ? attempt.success : not(attempt.success),
        query.before instanceof Date
          ? lt(attempt.createdDate, query.before)
          : query.before &&
              sql`(${attempt.createdDate}, ${attempt.sid}) < (coalesce((
                select created_date from ${attempt} as last
                where last.sid = ${sql.param(query.before, attempt.sid)} and last.application_sid = ${reached.applicationSid}),
                ${madeOn(query.before)}), ${sql.param(query.before, attempt.sid)}::uuid)`,
      ),
    )
    .orderBy(desc(attempt.createdDate), desc(attempt.sid))
    .limit(query.limit)

const shown = {
  id: delivery.sid,
  webhookId: delivery.endpointSid,
  eventId: delivery.eventSid,
  event: event.type,
  topic: event.topic,
  url: webhookEndpoint.url,
  status: delivery.status,
  attempts: delivery.attempts,
  createdAt: delivery.createdDate,
  finishedAt: delivery.finishedDate,
}

const lastAttempt = <T>(column: SQL) =>
  sql<T>`(select ${column} from ${attempt} where ${attempt.deliverySid} = ${delivery.sid}
    order by ${attempt.number} desc limit 1)`

/** Unsent: what was given up, newest first. */
export const listDead = (db: Database, reached: EndpointScope, query: DeadLetterQuery) =>
  db
    .select({
      ...shown,
      statusCode: sql<number>`coalesce(${lastAttempt(sql`${attempt.statusCode}`)}, 0)`,
      fault: lastAttempt<(typeof attempt.$inferSelect)['fault']>(sql`${attempt.fault}`),
    })
    .from(delivery)
    .innerJoin(event, eq(event.sid, delivery.eventSid))
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.sid, delivery.endpointSid))
    .where(
      and(
        eq(delivery.applicationSid, reached.applicationSid),
        isInScope(reached),
        eq(delivery.status, 'dead'),
        equals(delivery.endpointSid, query.webhookId),
        query.before instanceof Date
          ? lt(delivery.createdDate, query.before)
          : query.before && lt(delivery.sid, query.before),
      ),
    )
    .orderBy(desc(delivery.sid))
    .limit(query.limit)

/** Unsent: a delivery to an endpoint that the caller reaches. */
export const findDelivery = (db: Database, reached: EndpointScope, deliverySid: SidOf<'WD'>) =>
  db
    .select({
      ...shown,
      isOpen: sql<boolean>`${webhookEndpoint.active} and ${isNull(webhookEndpoint.deletedDate)}`,
    })
    .from(delivery)
    .innerJoin(event, eq(event.sid, delivery.eventSid))
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.sid, delivery.endpointSid))
    .where(
      and(
        eq(delivery.applicationSid, reached.applicationSid),
        isInScope(reached),
        eq(delivery.sid, deliverySid),
      ),
    )

/** Unsent: its attempts with what was sent and what came back, oldest first. */
export const listExchanges = (db: Database, reached: EndpointScope, deliverySid: SidOf<'WD'>) =>
  db
    .select({ ...logged, request: attempt.request, response: attempt.response })
    .from(attempt)
    .where(
      and(
        eq(attempt.applicationSid, reached.applicationSid),
        isInScopeOf(attempt.endpointSid, reached),
        eq(attempt.deliverySid, deliverySid),
      ),
    )
    .orderBy(attempt.number, attempt.sid)

/** Sends a delivery again, of which `findDelivery` has said that the caller reaches it; no row when it is under way. */
export const sendAgain = (db: Database, applicationSid: Named['applicationSid'], deliverySid: SidOf<'WD'>) =>
  db.execute<{ sid: string }>(sql`
    update ${delivery} set ${sentAgain}
    where ${inArray(delivery.status, ['dead', 'skipped', 'delivered'])} and ${eq(delivery.sid, deliverySid)}
      and ${eq(delivery.applicationSid, applicationSid)}
    returning sid`)
