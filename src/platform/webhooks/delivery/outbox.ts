// The outbox: what is pending and due goes to QStash, a hundred at a time.

import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { attempt, delivery, webhookEndpoint } from '../../../../db/schema/webhook.ts'
import type { Log } from '../../../shared/logging/log.ts'
import type { Message, Queue } from './queue.ts'

const most = 100 // messages of one batch
/** Until what was claimed and not published is taken up again: whoever claimed it has died. */
const claimed = sql`interval '1 minute'`
/** Until it is asked whether QStash has lost what it took. */
const lost = sql`interval '15 minutes'`

const { heldUntil, sid: endpointSid } = webhookEndpoint
const isHeld = sql`coalesce(${heldUntil} > now(), false)`

/** What QStash took is waiting there, rather than lost, while attempts at the same endpoint go on; but not for ever. */
const isWaiting = sql`(${delivery.publishedDate} > now() - interval '6 hours' and exists (select from ${attempt}
  where ${attempt.endpointSid} = ${delivery.endpointSid} and ${attempt.createdDate} > now() - ${lost}))`

/**
 * Takes what is due, and answers for each whether it is to be published; what is held or waits at QStash becomes due
 * later. What was lost there is published as a new message: the old id would be dropped.
 */
const claim = (db: Database) => {
  const due = db
    .select({ sid: delivery.sid })
    .from(delivery)
    .where(sql`${delivery.status} = 'pending' and ${delivery.dueDate} <= now()`)
    .orderBy(asc(delivery.dueDate))
    .limit(most)
    .for('update', { skipLocked: true })
  return db
    .update(delivery)
    .set({
      dueDate: sql`case when ${isHeld} then ${heldUntil} when ${isWaiting} then now() + ${lost} else now() + ${claimed} end`,
      round: sql`${delivery.round} + case when ${isHeld} or ${isWaiting} or ${delivery.publishedDate} is null then 0 else 1 end`,
      publishedDate: sql`case when ${isHeld} or ${isWaiting} then ${delivery.publishedDate} end`,
    })
    .from(webhookEndpoint)
    .where(
      and(
        eq(endpointSid, delivery.endpointSid),
        // An array is found once. `in` may be asked anew for each row, and find the next hundred each time.
        sql`${delivery.sid} = any (array(${due}))`,
      ),
    )
    .returning({
      deliverySid: delivery.sid,
      endpointSid: delivery.endpointSid,
      round: delivery.round,
      isOurs: sql<boolean>`${delivery.publishedDate} is null and not ${isHeld}`,
    })
}

/** What an attempt wrote meanwhile stands, and so does a new round that somebody has asked for. */
const notePublished = (db: Database, messages: readonly Message[]) =>
  db
    .update(delivery)
    .set({ publishedDate: sql`now()`, dueDate: sql`now() + ${lost}` })
    .where(
      sql`(${delivery.sid}, ${delivery.round}) in (${sql.join(
        messages.map(
          ({ deliverySid, round }) => sql`(${sql.param(deliverySid, delivery.sid)}::uuid, ${round}::integer)`,
        ),
        sql`, `,
      )}) and ${delivery.status} = 'pending' and ${delivery.publishedDate} is null`,
    )

/** @returns a publisher that publishes all that is due, and says how many messages that were. One at a time runs in an isolate: who comes meanwhile makes it look again. */
export function publisherOf(db: Database, queue: Queue, log: Log): () => Promise<number> {
  let startedAt = Number.NEGATIVE_INFINITY
  let again = false
  return async () => {
    // A promise of another request must not be waited for in Workers; one that was cut off does not run for ever.
    if (Date.now() - startedAt < longestRunMs) {
      again = true
      return 0
    }
    startedAt = Date.now()
    // What is left then is taken by whoever comes next, or by the minute.
    const isInTime = () => Date.now() - startedAt < longestRunMs - 10_000
    const beganAt = startedAt
    let published = 0
    let taken: number
    try {
      do {
        again = false
        do {
          const batch = await publishBatch(db, queue)
          taken = batch.taken
          published += batch.published
        } while (taken === most && isInTime())
      } while (again && isInTime())
    } finally {
      startedAt = Number.NEGATIVE_INFINITY
    }
    if (published > 0) log('info', 'outbox', { published, durationMs: Date.now() - beganAt })
    return published
  }
}

const longestRunMs = 30_000 // what Workers may go on for after an answer

/** @returns how many it took, and how many of these went to QStash */
async function publishBatch(db: Database, queue: Queue): Promise<{ taken: number; published: number }> {
  const due = await claim(db)
  const messages = due.filter(({ isOurs }) => isOurs)
  if (messages.length > 0) {
    await insistently(() => queue.publish(messages))
    await notePublished(db, messages)
  }
  return { taken: due.length, published: messages.length }
}

const pausesMs = [100, 400]

/** Tries again twice: what fails then waits for the minute. */
async function insistently(work: () => Promise<void>): Promise<void> {
  for (const pauseMs of pausesMs) {
    try {
      return await work()
    } catch {
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
  await work()
}
