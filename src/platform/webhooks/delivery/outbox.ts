// Publishes pending and due deliveries to QStash, in batches of a hundred.

import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { attempt, delivery, webhookEndpoint } from '../../../../db/schema/webhook.ts'
import type { Log } from '../../../shared/logging/log.ts'
import type { Message, Queue } from './queue.ts'

const maxBatchSize = 100 // messages
/** The time after which a claimed but unpublished delivery is claimed again: its publisher was terminated. */
const claimTimeout = sql`interval '1 minute'`
/** The time after which a published delivery without an attempt is checked for loss. */
const lossTimeout = sql`interval '15 minutes'`

const { heldUntil, sid: endpointSid } = webhookEndpoint
const isPaused = sql`coalesce(${heldUntil} > now(), false)`

/**
 * A published delivery is considered queued at QStash while the endpoint has recent attempts, for at most 6 hours.
 * Otherwise it is lost.
 */
const isQueued = sql`(${delivery.publishedDate} > now() - interval '6 hours' and exists (select from ${attempt}
  where ${attempt.endpointSid} = ${delivery.endpointSid} and ${attempt.createdDate} > now() - ${lossTimeout}))`

/**
 * Claims due deliveries. Returns for each whether to publish it. Deliveries of paused endpoints and queued deliveries
 * become due later. A lost delivery gets a new round, because QStash drops a message with a known deduplication id.
 */
const claim = (db: Database) => {
  const due = db
    .select({ sid: delivery.sid })
    .from(delivery)
    .where(sql`${delivery.status} = 'pending' and ${delivery.dueDate} <= now()`)
    .orderBy(asc(delivery.dueDate))
    .limit(maxBatchSize)
    .for('update', { skipLocked: true })
  return db
    .update(delivery)
    .set({
      dueDate: sql`case when ${isPaused} then ${heldUntil} when ${isQueued} then now() + ${lossTimeout} else now() + ${claimTimeout} end`,
      round: sql`${delivery.round} + case when ${isPaused} or ${isQueued} or ${delivery.publishedDate} is null then 0 else 1 end`,
      publishedDate: sql`case when ${isPaused} or ${isQueued} then ${delivery.publishedDate} end`,
    })
    .from(webhookEndpoint)
    .where(
      and(
        eq(endpointSid, delivery.endpointSid),
        // `= any (array(...))` evaluates the subquery once. `in` may evaluate it per row and claim more rows each time.
        sql`${delivery.sid} = any (array(${due}))`,
      ),
    )
    .returning({
      deliverySid: delivery.sid,
      endpointSid: delivery.endpointSid,
      round: delivery.round,
      isPublishable: sql<boolean>`${delivery.publishedDate} is null and not ${isPaused}`,
    })
}

/** Marks messages as published. Leaves deliveries unchanged that an attempt or a resend has updated in the meantime. */
const markPublished = (db: Database, messages: readonly Message[]) =>
  db
    .update(delivery)
    .set({ publishedDate: sql`now()`, dueDate: sql`now() + ${lossTimeout}` })
    .where(
      sql`(${delivery.sid}, ${delivery.round}) in (${sql.join(
        messages.map(
          ({ deliverySid, round }) => sql`(${sql.param(deliverySid, delivery.sid)}::uuid, ${round}::integer)`,
        ),
        sql`, `,
      )}) and ${delivery.status} = 'pending' and ${delivery.publishedDate} is null`,
    )

/**
 * Returns a publisher that publishes all due deliveries and returns the number of messages. Only one call at a time
 * runs in an isolate; a concurrent call makes the running one check again, and returns 0.
 */
export function publisherOf(db: Database, queue: Queue, log: Log): () => Promise<number> {
  let startedAt = Number.NEGATIVE_INFINITY
  let again = false
  return async () => {
    // A Worker must not await a promise of another request. A terminated run counts as ended after `maxRunMs`.
    if (Date.now() - startedAt < maxRunMs) {
      again = true
      return 0
    }
    startedAt = Date.now()
    // The next call or the scheduled run publishes the rest.
    const hasTime = () => Date.now() - startedAt < maxRunMs - 10_000
    const beganAt = startedAt
    let published = 0
    let claimed: number
    try {
      do {
        again = false
        do {
          const batch = await publishBatch(db, queue)
          claimed = batch.claimed
          published += batch.published
        } while (claimed === maxBatchSize && hasTime())
      } while (again && hasTime())
    } finally {
      startedAt = Number.NEGATIVE_INFINITY
    }
    if (published > 0) log('info', 'outbox', { published, durationMs: Date.now() - beganAt })
    return published
  }
}

const maxRunMs = 30_000 // the time that Cloudflare allows a Worker to run after its response

/** Returns the number of claimed deliveries, and the number of messages published to QStash. */
async function publishBatch(db: Database, queue: Queue): Promise<{ claimed: number; published: number }> {
  const due = await claim(db)
  const messages = due.filter(({ isPublishable }) => isPublishable)
  if (messages.length > 0) {
    await withRetry(() => queue.publish(messages))
    await markPublished(db, messages)
  }
  return { claimed: due.length, published: messages.length }
}

const retryDelaysMs = [100, 400]

/** Retries twice. After that, the scheduled run publishes the messages. */
async function withRetry(work: () => Promise<void>): Promise<void> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await work()
    } catch {
      await new Promise(resolve => setTimeout(resolve, delayMs))
    }
  }
  await work()
}
