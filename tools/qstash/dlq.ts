import type { Outcome } from './attempt.ts'
import type { Filter } from './filter.ts'
import { bodyView, canonicalNames, type Definition, viewOf } from './message.ts'
import { bytesOf, numberOf, type Row, type Store, textOf } from './store.ts'

export type DeadLetter = {
  seq: number
  dlqId: string
  /** When it was given up, in ms since the epoch. */
  at: number
  definition: Definition
  body: Uint8Array
  outcome: Outcome
}

export type Dlq = {
  /** Keeps the message and its last outcome, and answers the id of the dead letter. */
  add(at: number, definition: Definition, body: Uint8Array, outcome: Outcome): string
  find(dlqId: string): DeadLetter | undefined
  /** Newest first. The cursor is of the next page. */
  list(
    filter: Filter,
    page: { count: number; cursor: number | undefined },
  ): { letters: DeadLetter[]; cursor?: string }
  remove(dlqId: string): boolean
  purge(before: number): void
}

const chunk = 200

/** @param keptLetters how many are kept at most; a purge removes the oldest */
export function openDlq(store: Store, keptLetters = 50_000): Dlq {
  const insert = store.write(
    'INSERT INTO dlq (id, message_id, at, definition, body, outcome) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const select = store.read('SELECT * FROM dlq WHERE id = ?')
  const newest = store.read('SELECT * FROM dlq WHERE seq < ? ORDER BY seq DESC LIMIT ?')
  const erase = store.write('DELETE FROM dlq WHERE id = ?')
  // Only the oldest are looked at: a purge comes often and must be short.
  const eraseOld = store.write(`
    DELETE FROM dlq WHERE seq IN (
      SELECT seq FROM (SELECT seq, at FROM dlq ORDER BY seq LIMIT 500) WHERE at < ? OR seq <= ?)`)
  const last = store.read('SELECT coalesce(max(seq), 0) AS seq FROM dlq')
  const lastSeq = () => numberOf(last.one() ?? { seq: 0 }, 'seq')
  let number = lastSeq()

  function* lettersBefore(before: number): Generator<DeadLetter> {
    let at = before
    for (let rows = newest.all(at, chunk); rows.length > 0; rows = newest.all(at, chunk))
      for (const row of rows) {
        const letter = letterOf(row)
        at = letter.seq
        yield letter
      }
  }

  return {
    add(at, definition, body, outcome) {
      number += 1
      const dlqId = `${at}-${number}`
      const { body: answer, ...rest } = outcome
      const kept = JSON.stringify({ ...rest, body: answer.toString('base64') })
      insert(dlqId, definition.id, at, JSON.stringify(definition), body, kept)
      return dlqId
    },
    find(dlqId) {
      const row = select.one(dlqId)
      return row && letterOf(row)
    },
    list(filter, { count, cursor = Number.MAX_SAFE_INTEGER }) {
      const letters: DeadLetter[] = []
      for (const letter of lettersBefore(cursor)) {
        if (!filter({ ...letter, responseStatus: letter.outcome.status })) continue
        const end = letters.at(-1)
        if (end && letters.length === count) return { letters, cursor: String(end.seq) }
        letters.push(letter)
      }
      return { letters }
    },
    remove: dlqId => erase(dlqId).changes > 0,
    purge: before => void eraseOld(before, lastSeq() - keptLetters),
  }
}

function letterOf(row: Row): DeadLetter {
  const { body, ...rest }: Omit<Outcome, 'body'> & { body: string } = JSON.parse(textOf(row, 'outcome'))
  return {
    seq: numberOf(row, 'seq'),
    dlqId: textOf(row, 'id'),
    at: numberOf(row, 'at'),
    definition: JSON.parse(textOf(row, 'definition')),
    body: bytesOf(row, 'body'),
    outcome: { ...rest, body: Buffer.from(body, 'base64') },
  }
}

/** A dead letter as the service shows it: the message, and what the destination last said. */
export const letterView = ({ dlqId, definition, body, outcome }: DeadLetter) => ({
  ...viewOf(definition, body),
  dlqId,
  ...(outcome.status > 0 && {
    responseStatus: outcome.status,
    responseHeader: canonicalNames(outcome.headers),
  }),
  ...bodyView(outcome.error === undefined ? outcome.body : Buffer.from(outcome.error), 'responseBody'),
})
