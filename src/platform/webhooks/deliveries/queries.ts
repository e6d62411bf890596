import { and, count, desc, eq, inArray, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { isAboutSession, sessionOf } from '../../../../db/schema/event-session.ts'
import { attempt, delivery, event, webhookEndpoint } from '../../../../db/schema/webhook.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { equals } from '../../../shared/http/filter.ts'
import { orderOf } from '../../../shared/http/page.ts'
import { createdAtOf } from '../cursor.ts'
import { type EndpointRef, resendAssignments } from '../endpoints/queries.ts'
import { type EndpointScope, isInScope, isInScopeOf } from '../scope.ts'
import type { DeadLetterQuery, DeliveryQuery, LogQuery } from './schema.ts'

const attemptColumns = {
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

/**
 * The deliveries of the events about a session. Arrays, so that Postgres starts with the few events of the session, and looks
 * up their deliveries, instead of reading the newest ones.
 */
const deliveriesOfSession = (scope: EndpointScope, sessionSid: SidOf<'ES'>): SQL => {
  const events = sql`select ${event.sid} from ${event} where ${event.applicationSid} = ${scope.applicationSid}
    and ${isAboutSession(event)} and ${sessionOf(event)} = ${sessionSid}`
  const deliveries = sql`select ${delivery.sid} from ${delivery} where ${delivery.eventSid} = any(array(${events}))`
  return sql`any(array(${deliveries}))`
}

/** Selects the attempts at the endpoints in the caller's scope, newest first. */
export const listAttempts = (db: Database, scope: EndpointScope, query: LogQuery) =>
  db
    .select(attemptColumns)
    .from(attempt)
    .where(
      and(
        eq(attempt.applicationSid, scope.applicationSid),
        isInScopeOf(attempt.endpointSid, scope),
        equals(attempt.eventType, query.event),
        equals(attempt.endpointSid, query.webhookId),
        query.sessionSid && sql`${attempt.deliverySid} = ${deliveriesOfSession(scope, query.sessionSid)}`,
        query.success === undefined ? undefined : query.success ? attempt.success : not(attempt.success),
        query.before instanceof Date
          ? lt(attempt.createdDate, query.before)
          : query.before &&
              sql`(${attempt.createdDate}, ${attempt.sid}) < (coalesce((
                select created_date from ${attempt} as last
                where last.sid = ${sql.param(query.before, attempt.sid)} and last.application_sid = ${scope.applicationSid}),
                ${createdAtOf(query.before)}), ${sql.param(query.before, attempt.sid)}::uuid)`,
      ),
    )
    .orderBy(desc(attempt.createdDate), desc(attempt.sid))
    .limit(query.limit)

/** Selects the last attempt of a delivery, for a lateral join. */
const lastAttemptOf = (db: Database) =>
  db
    .select({ url: attempt.url, statusCode: attempt.statusCode, fault: attempt.fault })
    .from(attempt)
    .where(eq(attempt.deliverySid, delivery.sid))
    .orderBy(desc(attempt.number))
    .limit(1)
    .as('last_attempt')

const columnsWith = (last: ReturnType<typeof lastAttemptOf>) => ({
  id: delivery.sid,
  webhookId: delivery.endpointSid,
  eventId: delivery.eventSid,
  event: event.type,
  topic: event.topic,
  // That of the endpoint may have changed since.
  url: sql<string>`coalesce(${last.url}, ${webhookEndpoint.url})`,
  status: delivery.status,
  attempts: delivery.attempts,
  createdAt: delivery.createdDate,
  finishedAt: delivery.finishedDate,
})

/** Selects deliveries with the results of their last attempts. */
function selectDeliveries(db: Database) {
  const last = lastAttemptOf(db)
  return db
    .select({
      ...columnsWith(last),
      statusCode: sql<number>`coalesce(${last.statusCode}, 0)`,
      fault: last.fault,
    })
    .from(delivery)
    .innerJoin(event, eq(event.sid, delivery.eventSid))
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.sid, delivery.endpointSid))
    .leftJoinLateral(last, sql`true`)
}

/** Selects a page of the deliveries of one exam session to endpoints in the caller's scope, and their number. */
export function listDeliveryRows(db: Database, scope: EndpointScope, query: DeliveryQuery) {
  const isListed = and(
    eq(delivery.applicationSid, scope.applicationSid),
    isInScopeOf(delivery.endpointSid, scope),
    sql`${delivery.sid} = ${deliveriesOfSession(scope, query.sessionSid)}`,
  )
  const order = orderOf(query, { createdDate: delivery.createdDate }, ['createdDate'], delivery.sid)
  return {
    rows: selectDeliveries(db)
      .where(isListed)
      .orderBy(...order.by)
      .limit(query.limit)
      .offset(query.offset),
    counted: db.select({ total: count() }).from(delivery).where(isListed),
  }
}

/** Selects the dead letters, newest first. */
export const listDeadLetterRows = (db: Database, scope: EndpointScope, query: DeadLetterQuery) =>
  selectDeliveries(db)
    .where(
      and(
        eq(delivery.applicationSid, scope.applicationSid),
        isInScope(scope),
        eq(delivery.status, 'dead'),
        equals(delivery.endpointSid, query.webhookId),
        query.before instanceof Date
          ? lt(delivery.createdDate, query.before)
          : query.before && lt(delivery.sid, query.before),
      ),
    )
    .orderBy(desc(delivery.sid))
    .limit(query.limit)

/** Selects a delivery to an endpoint in the caller's scope. */
export function findDelivery(db: Database, scope: EndpointScope, deliverySid: SidOf<'WD'>) {
  const last = lastAttemptOf(db)
  return db
    .select({
      ...columnsWith(last),
      isEndpointActive: sql<boolean>`${webhookEndpoint.active} and ${isNull(webhookEndpoint.deletedDate)}`,
    })
    .from(delivery)
    .innerJoin(event, eq(event.sid, delivery.eventSid))
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.sid, delivery.endpointSid))
    .leftJoinLateral(last, sql`true`)
    .where(
      and(eq(delivery.applicationSid, scope.applicationSid), isInScope(scope), eq(delivery.sid, deliverySid)),
    )
}

/** Selects the attempts of a delivery with their requests and responses, oldest first. */
export const listExchanges = (db: Database, scope: EndpointScope, deliverySid: SidOf<'WD'>) =>
  db
    .select({ ...attemptColumns, request: attempt.request, response: attempt.response })
    .from(attempt)
    .where(
      and(
        eq(attempt.applicationSid, scope.applicationSid),
        isInScopeOf(attempt.endpointSid, scope),
        eq(attempt.deliverySid, deliverySid),
      ),
    )
    .orderBy(attempt.number, attempt.sid)

/**
 * Sets the status of a delivery to `pending` again, after `findDelivery` has selected it. Returns no row if it is
 * already pending.
 */
export const resendDelivery = (
  db: Database,
  applicationSid: EndpointRef['applicationSid'],
  deliverySid: SidOf<'WD'>,
) =>
  db.execute<{ sid: string }>(sql`
    update ${delivery} set ${resendAssignments}
    where ${inArray(delivery.status, ['dead', 'skipped', 'delivered'])} and ${eq(delivery.sid, deliverySid)}
      and ${eq(delivery.applicationSid, applicationSid)}
    returning sid`)
