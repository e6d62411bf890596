// Publishes pending and due deliveries to QStash, in batches of a hundred.

import { batch, type Database } from '../../../../db/client.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import type { Log } from '../../../shared/logging/log.ts'
import { oneAtATime } from '../../one-at-a-time.ts'
import { type Message, messagesOf, roundsOf } from './message.ts'
import type { Queue } from './queue.ts'
import { claimDue, markPublished, maxBatchSize } from './sql.ts'

type Publisher = { db: Database; queue: Queue; sealed: Seal; log: Log }

/**
 * Returns a publisher that publishes all due deliveries and returns the number of messages. Only one call at a time
 * runs in an isolate; a concurrent call makes the running call check again, and returns 0.
 */
export function publisherOf({ db, queue, sealed, log }: Publisher): () => Promise<number> {
  const publish = oneAtATime(async hasTime => {
    let published = 0
    let claimed: number
    do {
      const sent = await publishBatch({ db, queue, sealed })
      claimed = sent.claimed
      published += sent.published
    } while (claimed === maxBatchSize && hasTime())
    return published
  }, maxRunMs)
  return async () => {
    const beganAt = Date.now()
    const published = await publish()
    if (published > 0) log('info', 'outbox', { published, durationMs: Date.now() - beganAt })
    return published
  }
}

const maxRunMs = 30_000 // the time that Cloudflare allows a Worker to run after its response

/** Returns the number of claimed deliveries, and the number of messages published to QStash. */
async function publishBatch({
  db,
  queue,
  sealed,
}: Omit<Publisher, 'log'>): Promise<{ claimed: number; published: number }> {
  const { due } = await batch(db, { due: claimDue({ knownHeads: sealed.knownHeads.join() }) })
  const messages = messagesOf(due.filter(({ isPublishable }) => isPublishable))
  await publishMessages({ db, queue }, messages)
  return { claimed: due.length, published: messages.length }
}

/** Publishes messages and marks their deliveries as published. */
export async function publishMessages(
  { db, queue }: Pick<Publisher, 'db' | 'queue'>,
  messages: readonly Message[],
): Promise<void> {
  if (messages.length === 0) return
  await withRetry(() => queue.publish(messages))
  const published = messages.flatMap(({ deliveries, delayMs }) =>
    deliveries.map(delivery => ({ ...delivery, delayMs })),
  )
  await batch(db, { marked: markPublished({ rounds: roundsOf(published) }) })
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
