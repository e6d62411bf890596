// The outbox: what is pending and due goes to QStash, a hundred at a time.

import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { delivery, webhookEndpoint } from '../../../db/schema/webhook.ts'
import type { Message, Queue } from './queue.ts'

const most = 100 // messages of one batch
/** Until what was claimed and not published is taken up again: whoever claimed it has died. */
const claimed = sql`interval '1 minute'`
/** Until what QStash has had and nobody heard of again is published anew. */
const lost = sql`interval '15 minutes'`

/** Takes what is due. A message that may have been lost at QStash is taken as a new one: the old id would be dropped. */
const claim = (db: Database) =>
  db
    .update(delivery)
    .set({
      dueDate: sql`now() + ${claimed}`,
      round: sql`${delivery.round} + case when ${delivery.publishedDate} is null then 0 else 1 end`,
      publishedDate: null,
    })
    .where(
      inArray(
        delivery.sid,
        db
          .select({ sid: delivery.sid })
          .from(delivery)
          .innerJoin(webhookEndpoint, eq(webhookEndpoint.sid, delivery.endpointSid))
          .where(
            sql`${delivery.status} = 'pending' and ${delivery.dueDate} <= now()
              and coalesce(${webhookEndpoint.heldUntil} <= now(), true)`,
          )
          .orderBy(asc(delivery.dueDate))
          .limit(most)
          .for('update', { of: delivery, skipLocked: true }),
      ),
    )
    .returning({ deliverySid: delivery.sid, endpointSid: delivery.endpointSid, round: delivery.round })

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

/** @returns a publisher that publishes all that is due. One at a time runs in an isolate: who comes meanwhile makes it look again. */
export function publisherOf(db: Database, queue: Queue): () => Promise<void> {
  let startedAt = Number.NEGATIVE_INFINITY
  let again = false
  return async () => {
    // A promise of another request must not be waited for in Workers; one that was cut off does not run for ever.
    if (Date.now() - startedAt < longestRunMs) {
      again = true
      return
    }
    startedAt = Date.now()
    try {
      do {
        again = false
        while ((await publishBatch(db, queue)) === most) startedAt = Date.now()
      } while (again)
    } finally {
      startedAt = Number.NEGATIVE_INFINITY
    }
  }
}

const longestRunMs = 30_000 // what Workers may go on for after an answer

/** @returns how many it took */
async function publishBatch(db: Database, queue: Queue): Promise<number> {
  const messages = await claim(db)
  if (messages.length > 0) {
    await insistently(() => queue.publish(messages))
    await notePublished(db, messages)
  }
  return messages.length
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
