import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { type Place, prepared, type RowOf } from '../../../db/prepared.ts'
import { attempt, delivery, event, webhookEndpoint } from '../../../db/schema/webhook.ts'
import type { SidOf } from '../../../db/sid.ts'

/** Unsent: a delivery with all that an attempt needs, as it is now. */
export const findWork = prepared((db, place: Place<{ deliverySid: SidOf<'WD'> }>) =>
  db
    .select({
      delivery: {
        sid: delivery.sid,
        status: delivery.status,
        attempts: delivery.attempts,
        attemptsAllowed: delivery.attemptsAllowed,
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
    dueDate: sql`now() + make_interval(secs => ${delayMs / 1000}) + interval '15 minutes'`,
  }),
}

export type Verdict = { kind: 'delivered' | 'dead' } | { kind: 'retried'; delayMs: number }

/** Unsent: the attempt counts, and the delivery goes on or ends. */
export const moveDelivery = (db: Database, sid: SidOf<'WD'>, verdict: Verdict) =>
  db
    .update(delivery)
    .set({
      attempts: sql`${delivery.attempts} + 1`,
      ...(verdict.kind === 'retried' ? next.retried(verdict.delayMs) : next[verdict.kind]()),
    })
    .where(and(eq(delivery.sid, sid), eq(delivery.status, 'pending')))

export const insertAttempt = (db: Database, row: typeof attempt.$inferInsert) =>
  db.insert(attempt).values(row)

/** Unsent: nobody is to hear of it. */
export const skipDelivery = (db: Database, sid: SidOf<'WD'>) =>
  db
    .update(delivery)
    .set({ status: 'skipped', ...ended })
    .where(and(eq(delivery.sid, sid), eq(delivery.status, 'pending')))

const isIt = (sid: SidOf<'WH'>): SQL => eq(webhookEndpoint.sid, sid)

/** Unsent: the endpoint works. */
export const noteWorking = (db: Database, sid: SidOf<'WH'>) =>
  db.update(webhookEndpoint).set({ failures: 0, heldUntil: null }).where(isIt(sid))

/** From this many failures in a row on, the messages of an endpoint are kept. */
export const failuresUntilHeld = 10

const firstHoldSeconds = 30
const longestHoldSeconds = 600

const holdAfter = (failures: SQL) =>
  sql`make_interval(secs => least(${longestHoldSeconds}, ${firstHoldSeconds} * 2.0 ^ least(10, ${failures} - ${failuresUntilHeld})))`

/** Unsent: the endpoint failed. Answers for how many seconds it is held because of this one; 0 when it is not. */
export function noteFailing(db: Database, sid: SidOf<'WH'>) {
  const { failures, heldUntil } = webhookEndpoint
  const now = sql`${failures} + 1`
  return db
    .update(webhookEndpoint)
    .set({
      failures: now,
      heldUntil: sql`case when ${now} < ${failuresUntilHeld} or ${heldUntil} > now() then ${heldUntil}
        else now() + ${holdAfter(now)} end`,
    })
    .where(isIt(sid))
    .returning({
      seconds: sql<number>`case when ${heldUntil} = (now() + ${holdAfter(sql`${failures}`)})::timestamptz(3)
        then ceil(extract(epoch from ${heldUntil} - now())) else 0 end::float8`,
    })
}

/** Unsent: what answers 410 has gone for good. */
export const deactivateGone = (db: Database, sid: SidOf<'WH'>) =>
  db.update(webhookEndpoint).set({ active: false, editDate: sql`now()` }).where(isIt(sid))

/** Ends the hold of an endpoint; no row when it is held for longer, or not at all. */
export const endHold = (db: Database, which: SQL | undefined) =>
  db
    .update(webhookEndpoint)
    .set({ heldUntil: null })
    .where(and(lte(webhookEndpoint.heldUntil, sql`now()`), which))
    .returning({ sid: webhookEndpoint.sid })

/**
 * What QStash has given up: dead when all attempts were made, and sent anew where QStash could not reach us for some.
 * No row when it has ended already.
 */
export const noteGivenUp = (db: Database, sid: SidOf<'WD'>, dlqId: string | null) =>
  db
    .update(delivery)
    .set({
      dlqId,
      round: sql`${delivery.round} + case when ${delivery.status} = 'pending' then 1 else 0 end`,
      publishedDate: sql`case when ${delivery.status} = 'pending' then null else ${delivery.publishedDate} end`,
      dueDate: sql`case when ${delivery.status} = 'pending' then now() else ${delivery.dueDate} end`,
    })
    .where(eq(delivery.sid, sid))
