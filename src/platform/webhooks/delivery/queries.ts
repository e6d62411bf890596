import { and, asc, eq, getTableColumns, gte, inArray, isNull, lte, not, or, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { prepared } from '../../../../db/prepared.ts'
import { application } from '../../../../db/schema/tenancy.ts'
import { delivery, event, webhookEndpoint } from '../../../../db/schema/webhook.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { RowOf } from '../../../../db/statement.ts'
import { probeText } from '../../sealing/probe.ts'
import { failuresUntilPaused } from './breaker.ts'
import { lossTimeout } from './sql.ts'

/** The payloads of a read have at most this many characters, except a single one. Responses of Neon are limited to 10 MB. */
const maxPayloads = 2_000_000

const payload = sql<Record<string, unknown> | null>`case
  when coalesce(sum(length(${event.payload}::text)) over (order by ${delivery.sid}
    rows between unbounded preceding and 1 preceding), 0) + length(${event.payload}::text) <= ${sql.raw(`${maxPayloads}`)}
    or row_number() over (order by ${delivery.sid}) = 1
  then ${event.payload} end`

/** The seconds until the pause of an endpoint ends; 0 if it is not paused. */
const pausedForSeconds = sql<number>`greatest(0, ceil(extract(epoch from ${webhookEndpoint.heldUntil} - now())))::float8`

/**
 * Selects deliveries with their events and their endpoint, and the probe of the sealing key, in the order of their
 * sids. The payload is null from where the payloads together are too large.
 */
export const findWork = prepared({ deliverySids: application.permissions }, (db, { deliverySids }) =>
  db
    .select({
      delivery: {
        sid: delivery.sid,
        round: delivery.round,
        status: delivery.status,
        attempts: delivery.attempts,
        attemptsAllowed: delivery.attemptsAllowed,
        dueInMs: sql<number>`(extract(epoch from ${delivery.dueDate} - ${lossTimeout} - now()) * 1000)::float8`,
      },
      event: { ...getTableColumns(event), payload: payload.mapWith(event.payload) },
      endpoint: {
        sid: webhookEndpoint.sid,
        url: webhookEndpoint.url,
        notification: webhookEndpoint.notification,
        secret: webhookEndpoint.secret,
        previousSecret: sql<
          string | null
        >`case when ${webhookEndpoint.previousSecretUntil} > now() then ${webhookEndpoint.previousSecret} end`,
        isActive: sql<boolean>`${webhookEndpoint.active} and ${isNull(webhookEndpoint.deletedDate)}`,
        failures: webhookEndpoint.failures,
        isFailing: sql<boolean>`${webhookEndpoint.failingSince} is not null`,
        pausedForSeconds,
      },
      probe: sql<string | null>`${probeText}`,
    })
    .from(delivery)
    .innerJoin(event, eq(event.sid, delivery.eventSid))
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.sid, delivery.endpointSid))
    .where(sql`${delivery.sid} = any(${deliverySids}::uuid[])`)
    .orderBy(asc(delivery.sid)),
)

export type DeliveryWork = RowOf<typeof findWork>

export type Verdict = { kind: 'delivered' | 'dead' } | { kind: 'retried'; delayMs: number }

const arePending = (sids: SidOf<'WD'>[]) => and(inArray(delivery.sid, sids), eq(delivery.status, 'pending'))

/** Returns published deliveries to the outbox, unchanged. The next message has a new deduplication id. */
export const returnToOutbox = (db: Database, sids: SidOf<'WD'>[]) =>
  db
    .update(delivery)
    .set({ round: sql`${delivery.round} + 1`, publishedDate: null, dueDate: sql`now()` })
    .where(arePending(sids))

const isPauseOver = lte(webhookEndpoint.heldUntil, sql`now()`)
const isDeleted = sql<boolean>`${webhookEndpoint.deletedDate} is not null`

/** QStash pauses a deleted endpoint, or sends one message at a time to it. */
const isLimitedAfterDeletion = and(isDeleted, gte(webhookEndpoint.failures, failuresUntilPaused))

const maxReleased = 100 // each requires requests to QStash and a round trip; the next scheduled run continues

/**
 * Selects the endpoints whose pause is over but still stored (see `endPause`), in the order of the end of their pause, and the
 * deleted ones that QStash still limits.
 */
export const findReleasable = (db: Database, only?: SidOf<'WH'>) =>
  db
    .select({ sid: webhookEndpoint.sid, isDeleted })
    .from(webhookEndpoint)
    .where(and(or(isPauseOver, isLimitedAfterDeletion), only && eq(webhookEndpoint.sid, only)))
    .orderBy(webhookEndpoint.heldUntil, webhookEndpoint.sid)
    .limit(maxReleased)

/** Selects the rest of the pause of an endpoint. */
export const findPause = (db: Database, sid: SidOf<'WH'>) =>
  db.select({ pausedForSeconds }).from(webhookEndpoint).where(eq(webhookEndpoint.sid, sid))

/** Ends the pause of an endpoint. Returns no row if a concurrent request has ended it, or has deleted the endpoint. */
export const endPause = (db: Database, sid: SidOf<'WH'>) =>
  db
    .update(webhookEndpoint)
    .set({ heldUntil: null })
    .where(and(isPauseOver, eq(webhookEndpoint.sid, sid), not(isDeleted)))
    .returning({ sid: webhookEndpoint.sid })

/** Records that QStash no longer limits a deleted endpoint. */
export const endLimits = (db: Database, sid: SidOf<'WH'>) =>
  db
    .update(webhookEndpoint)
    .set({ heldUntil: null, failures: 0 })
    .where(and(isDeleted, eq(webhookEndpoint.sid, sid)))

/**
 * Selects the age of the oldest delivery that waits for its first message, in seconds, without those of paused
 * endpoints; null if none waits.
 */
export const outboxAge = (db: Database) =>
  db
    .select({
      seconds: sql<number | null>`extract(epoch from now() - min(${delivery.createdDate}))::float8`,
    })
    .from(delivery)
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.sid, delivery.endpointSid))
    .where(
      and(
        eq(delivery.status, 'pending'),
        eq(delivery.attempts, 0),
        isNull(delivery.publishedDate),
        sql`coalesce(${webhookEndpoint.heldUntil} <= now(), true)`,
      ),
    )
