import { createHash } from 'node:crypto'
import type { Settings } from './settings.ts'
import { numberOf, type Store, textOf } from './store.ts'

export type Deduplication = {
  /** The message that was published under the key within the window. */
  find(key: string, now: number): string | undefined
  note(key: string, messageId: string, now: number): void
  purge(now: number): void
}

/** How long a second message with the same key is a duplicate: 10 minutes. */
const windowMs = 600_000

export function openDeduplication(store: Store): Deduplication {
  const select = store.read('SELECT message_id, expires_at FROM deduplication WHERE key = ?')
  const upsert = store.write(
    'INSERT OR REPLACE INTO deduplication (key, message_id, expires_at) VALUES (?, ?, ?)',
  )
  const erase = store.write('DELETE FROM deduplication WHERE expires_at <= ?')
  return {
    find(key, now) {
      const row = select.one(key)
      return row && numberOf(row, 'expires_at') > now ? textOf(row, 'message_id') : undefined
    },
    note: (key, messageId, now) => void upsert(key, messageId, now + windowMs),
    purge: now => void erase(now),
  }
}

/** Under what a publish is a duplicate of another: its id, or the hash of all that the destination would get. */
export function deduplicationKey(
  { deduplicationId, contentBasedDeduplication, headers }: Settings,
  destination: string,
  body: Uint8Array,
): string | undefined {
  if (deduplicationId !== undefined) return `id:${deduplicationId}`
  if (!contentBasedDeduplication) return undefined
  const named = JSON.stringify([destination, Object.entries(headers).sort()])
  return `content:${createHash('sha256').update(named).update(body).digest('hex')}`
}
