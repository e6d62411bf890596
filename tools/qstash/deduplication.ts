import { numberOf, type Store, textOf } from './store.ts'

export type Deduplication = {
  /** The message that was published with the id within the window. */
  find(deduplicationId: string, now: number): string | undefined
  add(deduplicationId: string, messageId: string, now: number): void
  purge(now: number): void
}

/** For 10 minutes, a second message with the same id is a duplicate. */
const windowMs = 600_000

export function openDeduplication(store: Store): Deduplication {
  const select = store.read('SELECT message_id, expires_at FROM deduplication WHERE id = ?')
  const upsert = store.write(
    'INSERT OR REPLACE INTO deduplication (id, message_id, expires_at) VALUES (?, ?, ?)',
  )
  const erase = store.write('DELETE FROM deduplication WHERE expires_at <= ?')
  return {
    find(deduplicationId, now) {
      const row = select.one(deduplicationId)
      return row && numberOf(row, 'expires_at') > now ? textOf(row, 'message_id') : undefined
    },
    add: (deduplicationId, messageId, now) => upsert(deduplicationId, messageId, now + windowMs),
    purge: now => erase(now),
  }
}
