import { and, between, eq, exists, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database, Statement } from '../../../../db/client.ts'
import { type Parameter, prepared, type RowOf } from '../../../../db/prepared.ts'
import { attempt, delivery, type Exchange, event, webhookEndpoint } from '../../../../db/schema/webhook.ts'
import type { SidOf } from '../../../../db/sid.ts'

/** How much later than it was meant to come a message is missed. */
const lateBy = sql`interval '15 minutes'`

/** Unsent: a delivery with all that an attempt needs, as it is now. */
export const findWork = prepared((db, place: Parameter<{ deliverySid: SidOf<'WD'> }>) =>
  db
    .select({
      delivery: {
        sid: delivery.sid,
        status: delivery.status,
        attempts: delivery.attempts,
        attemptsAllowed: delivery.attemptsAllowed,
        dueInMs: sql<number>`(extract(epoch from ${delivery.dueDate} - ${lateBy} - now()) * 1000)::float8`,
      },
      event,
      endpoint: {
        sid: webhookEndpoint.sid,
        url: webhookEndpoint.url,
        secret: webhookEndpoint.secret,
        previousSecret: sql<
          string | null
        >`case when ${webhookEndpoint.previousSecretUntil} > now() then ${webhookEndpoint.previousSecret} end`,
        isOpen: sql<boolean>`${webhookEndpoint.active} and ${isNull(webhookEndpoint.deletedDate)}`,
        failures: webhookEndpoint.failures,
        heldForSeconds: sql<number>`greatest(0, ceil(extract(epoch from ${webhookEndpoint.heldUntil} - now())))::float8`,
      },
    })
    .from(delivery)
    .innerJoin(event, eq(event.sid, delivery.eventSid))
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.sid, delivery.endpointSid))
    .where(eq(delivery.sid, place('deliverySid', delivery.sid))),
)

export type Work = RowOf<typeof findWork>

const ended = { finishedDate: sql`now()` }

/** What becomes of a delivery after an attempt. */
const next = {
  delivered: () => ({ status: 'delivered' as const, ...ended }),
  dead: () => ({ status: 'dead' as const, ...ended }),
  // QStash brings it back by then; what it has lost is taken up later.
  retried: (delayMs: number) => ({
    dueDate: sql`now() + make_interval(secs => ${delayMs / 1000}) + ${lateBy}`,
  }),
}

export type Verdict = { kind: 'delivered' | 'dead' } | { kind: 'retried'; delayMs: number }

/**
 * The attempt counts, and the delivery goes on or ends; no row when it does not count. Of calls that come at once for the
 * same attempt one may fail, and only one. What arrived has arrived, also when another call has failed meanwhile.
 */
const moveDelivery = (db: Database, { sid, attempts }: Work['delivery'], verdict: Verdict) =>
  db
    .update(delivery)
    .set({
      attempts: sql`${delivery.attempts} + 1`,
      ...(verdict.kind === 'retried' ? next.retried(verdict.delayMs) : next[verdict.kind]()),
    })
    .where(
      and(
        eq(delivery.sid, sid),
        verdict.kind === 'delivered'
          ? inArray(delivery.status, ['pending', 'dead'])
          : and(eq(delivery.status, 'pending'), eq(delivery.attempts, attempts)),
      ),
    )
    .returning({ attempts: delivery.attempts })

type Result = Pick<
  typeof attempt.$inferInsert,
  'sid' | 'success' | 'statusCode' | 'fault' | 'durationMs' | 'request' | 'response'
>

/** What is kept of an attempt at an event whose person has been erased; as `erase_events` leaves others. */
const erased: Exchange = { headers: {}, body: '', truncated: true }

/** Unsent: the event stays as it is until the attempt is written. Only captured changes are erased. */
export const lockEvent = (db: Database, { sid }: Work['event']) =>
  db.select({ sid: event.sid }).from(event).where(eq(event.sid, sid)).for('share')

/**
 * Unsent: writes the attempt down and moves its delivery, both or neither; a row when it counts. Of an event that has been
 * erased while it was sent, nothing that was said is kept.
 */
export const recordAttempt = (
  db: Database,
  { delivery: of, event: about, endpoint }: Work,
  { verdict, ...row }: Result & { verdict: Verdict },
) => {
  const isErased =
    about.changedTable === null
      ? sql`false`
      : sql`(select ${event.payload} @> '{"erased": true}' from ${event} where ${eq(event.sid, about.sid)})`
  const param = <C extends PgColumn>(column: C, value: unknown) => sql.param(value, column)
  return db.execute<{ sid: string }>(sql`
    with moved as ${moveDelivery(db, of, verdict)}
    insert into ${attempt} (sid, application_sid, delivery_sid, endpoint_sid, event_sid, event_type, number, url,
      success, status_code, fault, duration_ms, request, response)
    select ${param(attempt.sid, row.sid)}::uuid, ${param(attempt.applicationSid, about.applicationSid)}::uuid,
      ${param(attempt.deliverySid, of.sid)}::uuid, ${param(attempt.endpointSid, endpoint.sid)}::uuid,
      ${param(attempt.eventSid, about.sid)}::uuid, ${about.type}, moved.attempts, ${endpoint.url}, ${row.success}::boolean,
      ${row.statusCode ?? null}::integer, ${row.fault ?? null}, ${row.durationMs}::integer,
      case when ${isErased} then ${param(attempt.request, erased)}::jsonb else ${param(attempt.request, row.request)}::jsonb end,
      case when not ${isErased} then ${row.response ? param(attempt.response, row.response) : null}::jsonb end
    from moved returning sid`)
}

/** Unsent: nobody is to hear of it. */
export const skipDelivery = (db: Database, sid: SidOf<'WD'>) =>
  db
    .update(delivery)
    .set({ status: 'skipped', ...ended })
    .where(and(eq(delivery.sid, sid), eq(delivery.status, 'pending')))

const isIt = (sid: SidOf<'WH'>): SQL => eq(webhookEndpoint.sid, sid)

/** From this many failures in a row on, the messages of an endpoint are kept. */
export const failuresUntilPaused = 10

/** The seconds for which an endpoint is held because of an attempt: no row when nothing was noted. */
type Noted = Statement<{ seconds: number }[]>

const notHeld = { seconds: sql<number>`0::float8` }

/** Unsent: what failed before is no longer in a row. Of an endpoint that was held, `recordRecovered` decides. */
export const recordSuccess = (db: Database, sid: SidOf<'WH'>): Noted =>
  db
    .update(webhookEndpoint)
    .set({ failures: 0 })
    .where(and(isIt(sid), between(webhookEndpoint.failures, 1, failuresUntilPaused - 1)))
    .returning(notHeld)

/** The endpoint works again, and is not held: only the end of its time ends a hold. */
export const recordRecovered = (db: Database, sid: SidOf<'WH'>) =>
  db
    .update(webhookEndpoint)
    .set({ failures: 0 })
    .where(and(isIt(sid), isNull(webhookEndpoint.heldUntil)))

const firstHoldSeconds = 30
const longestHoldSeconds = 600

const holdAfter = (failures: SQL) =>
  sql`make_interval(secs => least(${longestHoldSeconds}, ${firstHoldSeconds} * 2.0 ^ least(10, ${failures} - ${failuresUntilPaused})))`

/** Unsent: the endpoint failed, if the attempt counts. */
export function recordFailure(db: Database, sid: SidOf<'WH'>, attemptSid: SidOf<'WT'>): Noted {
  const { failures, heldUntil } = webhookEndpoint
  const isHeld = sql`coalesce(${heldUntil} > now(), false)`
  return db
    .update(webhookEndpoint)
    .set({
      // What was under way when the hold began says nothing new.
      failures: sql`${failures} + case when ${isHeld} then 0 else 1 end`,
      heldUntil: sql`case when ${isHeld} or ${failures} + 1 < ${failuresUntilPaused} then ${heldUntil}
        else now() + ${holdAfter(sql`${failures} + 1`)} end`,
    })
    .where(and(isIt(sid), exists(db.select().from(attempt).where(eq(attempt.sid, attemptSid)))))
    .returning({
      seconds: sql<number>`case when ${heldUntil} = (now() + ${holdAfter(sql`${failures}`)})::timestamptz(3)
        then ceil(extract(epoch from ${heldUntil} - now())) else 0 end::float8`,
    })
}

/** Unsent: what answers 410 has gone for good, unless its URL is another one by now. */
export const deactivateGone = (db: Database, { sid, url }: { sid: SidOf<'WH'>; url: string }): Noted =>
  db
    .update(webhookEndpoint)
    .set({ active: false, editDate: sql`now()` })
    .where(and(isIt(sid), eq(webhookEndpoint.url, url)))
    .returning(notHeld)

const isOver = lte(webhookEndpoint.heldUntil, sql`now()`)

const mostReleased = 100 // each takes requests to QStash and a trip; the next minute takes up the rest

/** The endpoints whose hold is over, though QStash may not have been told: those first that have waited longest. */
export const findReleasable = (db: Database, which?: SidOf<'WH'>) =>
  db
    .select({ sid: webhookEndpoint.sid })
    .from(webhookEndpoint)
    .where(and(isOver, which && isIt(which)))
    .orderBy(webhookEndpoint.heldUntil, webhookEndpoint.sid)
    .limit(mostReleased)

/** Unsent: ends the hold of an endpoint; no row when somebody else has. */
export const endPause = (db: Database, sid: SidOf<'WH'>) =>
  db
    .update(webhookEndpoint)
    .set({ heldUntil: null })
    .where(and(isOver, isIt(sid)))
    .returning({ sid: webhookEndpoint.sid })

/** Unsent: what came while the endpoint was held is due now. */
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

/** Messages that may be given up before the delivery is: what never gets through our own relay must end too. */
const mostRounds = 12

/**
 * QStash has given the message of a round up, and the delivery still has attempts: it becomes due again when its next one
 * was meant to be. Nothing changes for a delivery that has ended, or has a later message.
 */
export const recordGivenUp = (db: Database, { sid, round }: { sid: SidOf<'WD'>; round: number }) =>
  db
    .update(delivery)
    .set({
      round: sql`${delivery.round} + 1`,
      publishedDate: null,
      dueDate: sql`greatest(now(), ${delivery.dueDate} - ${lateBy})`,
      ...(round < mostRounds ? {} : { status: 'dead' as const, finishedDate: sql`now()` }),
    })
    .where(and(eq(delivery.sid, sid), eq(delivery.round, round), eq(delivery.status, 'pending')))
