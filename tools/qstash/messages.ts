// The messages that are not done: each is a row until it is delivered, given up or cancelled.

import type { Definition, Message, MessageState } from './message.ts'
import { bytesOf, numberOf, type Row, type Store, textOf } from './store.ts'

export type Messages = {
  add(message: Message): void
  find(id: string): Message | undefined
  /** Notes when it is tried again, and how often it was. */
  reschedule(id: string, dueAt: number, retried: number): void
  /** Gives a queued message its place. */
  activate(id: string, dueAt: number): void
  remove(id: string): void
  /** All of them in the order of their arrival, without bodies: at a start there may be very many. */
  pending(): Pending[]
}

export type Pending = { definition: Definition; state: MessageState; dueAt: number }

export function openMessages(store: Store): Messages {
  const insert = store.write(
    'INSERT INTO message (id, state, due_at, retried, definition, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const update = store.write('UPDATE message SET due_at = ?, retried = ? WHERE id = ?')
  const schedule = store.write("UPDATE message SET state = 'scheduled', due_at = ? WHERE id = ?")
  const erase = store.write('DELETE FROM message WHERE id = ?')
  const select = store.read('SELECT * FROM message WHERE id = ?')
  const all = store.read('SELECT state, due_at, definition FROM message ORDER BY seq')
  return {
    add: ({ definition, body, state, dueAt, retried }) =>
      void insert(definition.id, state, dueAt, retried, JSON.stringify(definition), body),
    find(id) {
      const row = select.one(id)
      return row && { ...pendingOf(row), body: bytesOf(row, 'body'), retried: numberOf(row, 'retried') }
    },
    reschedule: (id, dueAt, retried) => void update(dueAt, retried, id),
    activate: (id, dueAt) => void schedule(dueAt, id),
    remove: id => void erase(id),
    pending: () => all.all().map(pendingOf),
  }
}

const pendingOf = (row: Row): Pending => ({
  definition: JSON.parse(textOf(row, 'definition')),
  state: textOf(row, 'state') === 'queued' ? 'queued' : 'scheduled',
  dueAt: numberOf(row, 'due_at'),
})
