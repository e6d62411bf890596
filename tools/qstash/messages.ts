// The pending messages: each is a row until it is delivered, fails permanently or is cancelled.

import type { Definition, Message } from './message.ts'
import { bytesOf, numberOf, type Row, type Store, textOf } from './store.ts'

export type Messages = {
  add(message: Message): void
  find(id: string): Message | undefined
  /** Stores when the next retry is due, and how many retries have started. */
  reschedule(id: string, dueAt: number, retried: number): void
  remove(id: string): void
  /** All pending messages in the order of their arrival, without bodies, because there may be many at a start. */
  pending(): Pending[]
}

type Pending = { definition: Definition; dueAt: number }

export function openMessages(store: Store): Messages {
  const insert = store.write(
    'INSERT INTO message (id, due_at, retried, definition, body) VALUES (?, ?, ?, ?, ?)',
  )
  const update = store.write('UPDATE message SET due_at = ?, retried = ? WHERE id = ?')
  const erase = store.write('DELETE FROM message WHERE id = ?')
  const select = store.read('SELECT * FROM message WHERE id = ?')
  const all = store.read('SELECT due_at, definition FROM message ORDER BY seq')
  return {
    add: ({ definition, body, dueAt, retried }) =>
      insert(definition.id, dueAt, retried, JSON.stringify(definition), body),
    find(id) {
      const row = select.one(id)
      return row && { ...pendingOf(row), body: bytesOf(row, 'body'), retried: numberOf(row, 'retried') }
    },
    reschedule: (id, dueAt, retried) => update(dueAt, retried, id),
    remove: id => erase(id),
    pending: () => all.all().map(pendingOf),
  }
}

const pendingOf = (row: Row): Pending => ({
  definition: JSON.parse(textOf(row, 'definition')),
  dueAt: numberOf(row, 'due_at'),
})
