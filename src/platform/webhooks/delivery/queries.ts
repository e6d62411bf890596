import { and, between, eq, exists, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { prepared } from '../../../../db/prepared.ts'
import { attempt, delivery, event, webhookEndpoint } from '../../../../db/schema/webhook.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { RowOf } from '../../../../db/statement.ts'
import { insertAttempt, lossTimeout } from './sql.ts'

/** Selects a delivery with its event and its endpoint. */
export const findWork = prepared({ deliverySid: delivery.sid }, (db, { deliverySid }) =>
  db
    .select({
      delivery: {
        sid: delivery.sid,
        status: delivery.status,
        attempts: delivery.attempts,
        attemptsAllowed: delivery.attemptsAllowed,
        dueInMs: sql<number>`(extract(epoch from ${delivery.dueDate} - ${lossTimeout} - now()) * 1000)::float8`,
      },
      event,
      endpoint: {
        sid: webhookEndpoint.sid,
        url: webhookEndpoint.url,
        secret: webhookEndpoint.secret,
        previousSecret: sql<
          string | null
        >`case when ${webhookEndpoint.previousSecretUntil} > now() then ${webhookEndpoint.previousSecret} end`,
        isActive: sql<boolean>`${webhookEndpoint.active} and ${isNull(webhookEndpoint.deletedDate)}`,
        failures: webhookEndpoint.failures,
        pausedForSeconds: sql<number>`greatest(0, ceil(extract(epoch from ${webhookEndpoint.heldUntil} - now())))::float8`,
      },
    })
    .from(delivery)
    .innerJoin(event, eq(event.sid, delivery.eventSid))
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.sid, delivery.endpointSid))
    .where(eq(delivery.sid, deliverySid)),
)

export type DeliveryWork = RowOf<typeof findWork>

export type Verdict = { kind: 'delivered' | 'dead' } | { kind: 'retried'; delayMs: number }

type Result = Pick<
  typeof attempt.$inferInsert,
  'sid' | 'success' | 'statusCode' | 'fault' | 'durationMs' | 'request' | 'response'
>

/** Locks the event against erasure until the attempt is recorded. Only captured changes can be erased. */
export const lockEvent = (db: Database, { sid }: DeliveryWork['event']) =>
  db.select({ sid: event.sid }).from(event).where(eq(event.sid, sid)).for('share')

/** Builds `insertAttempt` for the result of an attempt. */
export const recordAttempt = (
  { delivery: { sid: deliverySid, attempts }, endpoint: { url } }: DeliveryWork,
  { verdict, statusCode = null, fault = null, response = null, ...result }: Result & { verdict: Verdict },
) =>
  insertAttempt({
    ...{ ...result, statusCode, fault, response, deliverySid, attempts, url },
    status: verdict.kind === 'retried' ? 'pending' : verdict.kind,
    delayMs: verdict.kind === 'retried' ? verdict.delayMs : 0,
  })

/** Marks a pending delivery as skipped: its endpoint is not active. */
export const skipDelivery = (db: Database, sid: SidOf<'WD'>) =>
  db
    .update(delivery)
    .set({ status: 'skipped', finishedDate: sql`now()` })
    .where(and(eq(delivery.sid, sid), eq(delivery.status, 'pending')))

const isEndpoint = (sid: SidOf<'WH'>): SQL => eq(webhookEndpoint.sid, sid)

/** The number of consecutive failures that pauses an endpoint. */
export const failuresUntilPaused = 10

/** Returns the seconds for which the attempt pauses the endpoint; no row if the endpoint is unchanged. */
type PauseStatement = Statement<{ seconds: number }[]>

const noPause = { seconds: sql<number>`0::float8` }

/** Resets the consecutive failures after a success. `recordRecovered` does this for an endpoint that was paused. */
export const recordSuccess = (db: Database, sid: SidOf<'WH'>): PauseStatement =>
  db
    .update(webhookEndpoint)
    .set({ failures: 0 })
    .where(and(isEndpoint(sid), between(webhookEndpoint.failures, 1, failuresUntilPaused - 1)))
    .returning(noPause)

/** Resets the failures of a recovered endpoint, unless it is paused: a pause ends only when its time is over. */
export const recordRecovered = (db: Database, sid: SidOf<'WH'>) =>
  db
    .update(webhookEndpoint)
    .set({ failures: 0 })
    .where(and(isEndpoint(sid), isNull(webhookEndpoint.heldUntil)))

const firstPauseSeconds = 30
const maxPauseSeconds = 600

const pauseAfter = (failures: SQL) =>
  sql`make_interval(secs => least(${maxPauseSeconds}, ${firstPauseSeconds} * 2.0 ^ least(10, ${failures} - ${failuresUntilPaused})))`

/**
 * Counts a failure of the endpoint if the attempt counts, and pauses the endpoint after too many consecutive failures.
 */
export function recordFailure(db: Database, sid: SidOf<'WH'>, attemptSid: SidOf<'WT'>): PauseStatement {
  const { failures, heldUntil } = webhookEndpoint
  const isPaused = sql`coalesce(${heldUntil} > now(), false)`
  return db
    .update(webhookEndpoint)
    .set({
      // Attempts that were in progress when the pause began do not count.
      failures: sql`${failures} + case when ${isPaused} then 0 else 1 end`,
      heldUntil: sql`case when ${isPaused} or ${failures} + 1 < ${failuresUntilPaused} then ${heldUntil}
        else now() + ${pauseAfter(sql`${failures} + 1`)} end`,
    })
    .where(and(isEndpoint(sid), exists(db.select().from(attempt).where(eq(attempt.sid, attemptSid)))))
    .returning({
      seconds: sql<number>`case when ${heldUntil} = (now() + ${pauseAfter(sql`${failures}`)})::timestamptz(3)
        then ceil(extract(epoch from ${heldUntil} - now())) else 0 end::float8`,
    })
}

/** Deactivates an endpoint that responded with 410 Gone, unless its URL has changed in the meantime. */
export const deactivateGone = (
  db: Database,
  { sid, url }: { sid: SidOf<'WH'>; url: string },
): PauseStatement =>
  db
    .update(webhookEndpoint)
    .set({ active: false, editDate: sql`now()` })
    .where(and(isEndpoint(sid), eq(webhookEndpoint.url, url)))
    .returning(noPause)

const isPauseOver = lte(webhookEndpoint.heldUntil, sql`now()`)

const maxReleased = 100 // each requires requests to QStash and a round trip; the next scheduled run continues

/** Selects the endpoints whose pause is over but not yet ended, in the order of the end of their pause. */
export const findReleasable = (db: Database, only?: SidOf<'WH'>) =>
  db
    .select({ sid: webhookEndpoint.sid })
    .from(webhookEndpoint)
    .where(and(isPauseOver, only && isEndpoint(only)))
    .orderBy(webhookEndpoint.heldUntil, webhookEndpoint.sid)
    .limit(maxReleased)

/** Ends the pause of an endpoint. Returns no row if a concurrent request has ended it. */
export const endPause = (db: Database, sid: SidOf<'WH'>) =>
  db
    .update(webhookEndpoint)
    .set({ heldUntil: null })
    .where(and(isPauseOver, isEndpoint(sid)))
    .returning({ sid: webhookEndpoint.sid })

/** Makes the deliveries due that were created while the endpoint was paused. */
export const makePausedDue = (db: Database, sid: SidOf<'WH'>) =>
  db
    .update(delivery)
    .set({ dueDate: sql`now()` })
    .where(
      and(
        eq(delivery.endpointSid, sid),
        eq(delivery.status, 'pending'),
        isNull(delivery.publishedDate),
        gt(delivery.dueDate, sql`now()`),
      ),
    )

/** The maximum number of failed messages of a delivery. It bounds the retries if QStash cannot reach the relay. */
const maxRounds = 12

/**
 * Records that QStash has exhausted the retries of a message. The delivery becomes due at the time of its next planned
 * attempt, in a new round. Does not change a delivery that is finished or has a newer message.
 */
export const recordGivenUp = (db: Database, { sid, round }: { sid: SidOf<'WD'>; round: number }) =>
  db
    .update(delivery)
    .set({
      round: sql`${delivery.round} + 1`,
      publishedDate: null,
      dueDate: sql`greatest(now(), ${delivery.dueDate} - ${lossTimeout})`,
      ...(round < maxRounds ? {} : { status: 'dead' as const, finishedDate: sql`now()` }),
    })
    .where(and(eq(delivery.sid, sid), eq(delivery.round, round), eq(delivery.status, 'pending')))
