// Publishes pending and due deliveries to QStash, in batches of a hundred.

import { sql } from 'drizzle-orm'
import { batch, type Database } from '../../../../db/client.ts'
import { delivery } from '../../../../db/schema/webhook.ts'
import type { Log } from '../../../shared/logging/log.ts'
import type { Message, Queue } from './queue.ts'
import { claimDue, lossTimeout, maxBatchSize } from './sql.ts'

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
          const sent = await publishBatch(db, queue)
          claimed = sent.claimed
          published += sent.published
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
  const { due } = await batch(db, { due: claimDue({}) })
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
