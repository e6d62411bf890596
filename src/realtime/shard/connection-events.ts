// The events of connections, on the topic `sockets` of their application. An event is stored until the topic has it, so
// that a crash loses none.

import { Coalesced } from '../coalesced.ts'
import type { PublishRequest } from '../contract/objects.ts'
import { Exclusive } from '../exclusive.ts'

const table = `
  create table if not exists connection_event (
    number integer primary key autoincrement, application text not null, type text not null, payload text not null
  );`

type Row = { number: number; application: string; type: string; payload: string }
type EventType = 'socket.connect' | 'socket.disconnect'

type Effects = {
  publish(request: PublishRequest): Promise<unknown>
  /** The publication failed: `flush` must run again. */
  retryLater(error: unknown): void
}

const coalesceMs = 200
/** The most events of one publication. */
const maxEvents = 200

export class ConnectionEvents {
  readonly #sql: SqlStorage
  readonly #effects: Effects
  readonly #soon = new Coalesced(coalesceMs, () => this.flush())
  readonly #flushing = new Exclusive()

  constructor(sql: SqlStorage, effects: Effects) {
    this.#sql = sql
    this.#effects = effects
    sql.exec(table)
  }

  /** Stores an event, and publishes it soon. A connection has one of each type. */
  record(
    applicationSid: string,
    type: EventType,
    payload: { clientId: string; [member: string]: unknown },
  ): void {
    this.#sql.exec(
      'insert into connection_event (application, type, payload) values (?, ?, ?)',
      ...[applicationSid, type, JSON.stringify(payload)],
    )
    this.#soon.request()
  }

  /** Publishes the stored events, in order. */
  flush(): Promise<void> {
    return this.#flushing.run(async () => {
      for (let rows = this.#stored(); rows.length > 0; rows = this.#stored()) await this.#publish(rows)
    }, this.#effects.retryLater)
  }

  /** Publishes the first events that have the same application and type. */
  async #publish(rows: readonly Row[]): Promise<void> {
    const [first] = rows as [Row]
    const other = rows.findIndex(row => row.application !== first.application || row.type !== first.type)
    const run = other < 0 ? rows : rows.slice(0, other)
    await this.#effects.publish({
      key: { applicationSid: first.application, topic: 'sockets' },
      type: first.type as EventType,
      payloads: run.map(({ payload }) => payload),
      ids: run.map(({ type, payload }) => `${JSON.parse(payload).clientId}/${type}`),
    })
    this.#sql.exec('delete from connection_event where number <= ?', run.at(-1)?.number ?? 0)
  }

  #stored(): Row[] {
    return this.#sql
      .exec<Row>(
        'select number, application, type, payload from connection_event order by number limit ?',
        maxEvents,
      )
      .toArray()
  }
}
