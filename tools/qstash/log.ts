import type { Outcome } from './attempt.ts'
import type { Filter } from './filter.ts'
import { canonicalNames, type Definition, labelView, listed, redacted } from './message.ts'
import { bytesOf, numberOf, type Row, type Store, textOf } from './store.ts'

type LogState =
  | 'CREATED'
  | 'ACTIVE'
  | 'RETRY'
  | 'ERROR'
  | 'DELIVERED'
  | 'FAILED'
  | 'CANCEL_REQUESTED'
  | 'CANCELED'

/** What a line says beside the state. */
type LogDetail = {
  error?: string | undefined
  /** In ms since the epoch. */
  nextDeliveryTime?: number
  responseStatus?: number
  responseHeaders?: Record<string, string[]>
  responseBody?: string
}

export type Log = {
  add(
    at: number,
    state: LogState,
    definition: Definition,
    more?: { body?: Uint8Array; detail?: LogDetail },
  ): void
  /** Newest first. The cursor is of the next page. */
  list(
    filter: Filter,
    page: { count: number; cursor: number | undefined; messageIds: Set<string> | undefined },
  ): {
    entries: ReturnType<typeof entryOf>[]
    cursor?: string
  }
  purge(before: number): void
}

/** Lines that are looked at together when a filter looks for few among many. */
const chunk = 500

/** @param keptLines how many are kept at most; a purge removes the oldest */
export function openLog(store: Store, keptLines = 200_000): Log {
  const insert = store.write(
    'INSERT INTO log (at, state, message_id, definition, body, detail) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const newest = store.read('SELECT * FROM log WHERE seq < ? ORDER BY seq DESC LIMIT ?')
  const ofMessage = store.read('SELECT * FROM log WHERE message_id = ? AND seq < ?')
  // Only the oldest are looked at: a purge comes often and must be short.
  const eraseOld = store.write(`
    DELETE FROM log WHERE seq IN (
      SELECT seq FROM (SELECT seq, at FROM log ORDER BY seq LIMIT 5000) WHERE at < ? OR seq <= ?)`)
  const last = store.read('SELECT max(seq) AS seq FROM log')

  const linesOf = (messageIds: Set<string>, before: number): Row[] =>
    [...messageIds]
      .flatMap(id => ofMessage.all(id, before))
      .sort((left, right) => numberOf(right, 'seq') - numberOf(left, 'seq'))
  function* linesBefore(before: number): Generator<Row> {
    let at = before
    for (let rows = newest.all(at, chunk); rows.length > 0; rows = newest.all(at, chunk)) {
      yield* rows
      at = Math.min(...rows.map(row => numberOf(row, 'seq')))
    }
  }

  return {
    add(at, state, definition, { body, detail = {} } = {}) {
      const shown = definition.redaction && redacted(definition, body ?? new Uint8Array())
      const kept = shown ? { ...definition, headers: shown.headers } : definition
      const keptBody = body && (shown?.body ?? body)
      insert(at, state, definition.id, JSON.stringify(kept), keptBody ?? null, JSON.stringify(detail))
    },
    list(filter, { count, cursor = Number.MAX_SAFE_INTEGER, messageIds }) {
      const entries: ReturnType<typeof entryOf>[] = []
      let seq = 0
      for (const row of messageIds ? linesOf(messageIds, cursor) : linesBefore(cursor)) {
        if (!filter(itemOf(row))) continue
        if (entries.length === count) return { entries, cursor: String(seq) }
        entries.push(entryOf(row))
        seq = numberOf(row, 'seq')
      }
      return { entries }
    },
    purge: before => void eraseOld(before, numberOf(last.one() ?? {}, 'seq') - keptLines),
  }
}

/** What the log keeps of an answer: enough to see what was wrong. */
const keptAnswer = 4096 // bytes

/** An answer as a line of the log tells it. */
export const detailOf = ({ status, headers, body, error }: Outcome): LogDetail => ({
  error: error ?? (status >= 200 && status < 300 ? undefined : `status ${status}`),
  ...(status > 0 && {
    responseStatus: status,
    responseHeaders: canonicalNames(headers),
    responseBody: body.subarray(0, keptAnswer).toString('base64'),
  }),
})

function itemOf(row: Row) {
  const definition: Definition = JSON.parse(textOf(row, 'definition'))
  const detail: LogDetail = JSON.parse(textOf(row, 'detail'))
  return {
    definition,
    at: numberOf(row, 'at'),
    state: textOf(row, 'state'),
    responseStatus: detail.responseStatus,
  }
}

function entryOf(row: Row) {
  const { definition, at, state } = itemOf(row)
  const { id, url, method, headers, maxRetries, queue, flow, labels, callerIp } = definition
  const detail: LogDetail = JSON.parse(textOf(row, 'detail'))
  const body = Buffer.from(bytesOf(row, 'body'))
  return {
    ...{ time: at, state, messageId: id, url, method, header: listed(headers), maxRetries },
    ...(row['body'] !== null && { body: body.toString('base64') }),
    ...{ queueName: queue, flowControlKey: flow?.key, callerIP: callerIp, ...labelView(labels) },
    ...detail,
  }
}
