// The events whose sender may repeat their publication: the platform, or an object that does not know that the topic has
// them. The topic knows their ids as long as the longest history.

import { historyMs } from '../contract/history.ts'
import type { IdentifiedPublication } from '../contract/objects.ts'

// At first, only the platform repeated its events.
const table = `
  create table if not exists platform_event (id text primary key, top integer not null, at integer not null);
  create index if not exists platform_event_at on platform_event (at);`

export class PublishedEvents {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(table)
  }

  /**
   * Publishes the events that the topic does not have, and removes the payloads of those that are erased.
   * @param append stores a publication, and returns its offset
   */
  publish(events: readonly IdentifiedPublication[], now: number, append: (json: string) => number): void {
    for (const { id, json } of events) {
      if (json === undefined) this.#erase(id)
      else if (!this.#has(id))
        this.#sql.exec('insert into platform_event values (?, ?, ?)', id, append(json), now)
    }
  }

  /** Deletes the ids that are older than the history. @returns when the oldest one was stored, if there is one */
  prune(now: number): number | undefined {
    this.#sql.exec('delete from platform_event where at <= ?', now - historyMs)
    const query = 'select at from platform_event order by at limit 1'
    return this.#sql.exec<{ at: number }>(query).toArray()[0]?.at
  }

  #has(id: string): boolean {
    return this.#sql.exec('select 1 from platform_event where id = ?', id).toArray().length > 0
  }

  /** The offset of the publication stays. */
  #erase(id: string): void {
    this.#sql.exec(
      `update publication set json = json_set(json, '$.data.payload', json('{"erased":true}'))
        where top = (select top from platform_event where id = ?)`,
      id,
    )
  }
}
