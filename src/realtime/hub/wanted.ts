// Which events the webhook endpoints of the application receive. The answer of the platform is stored until an endpoint
// changes, at most a day: the database may have been restored to an earlier state. The platform announces each change before
// it writes, and reports its end. In between nothing is remembered: each question goes to the database, which knows whether
// the change is committed.

import { WantedEvents } from '../../shared/realtime/events.ts'

const tables = `
  create table if not exists wanted_answer (id integer primary key check (id = 1), json text not null, at integer not null);
  create table if not exists endpoint_change (id text primary key, until integer not null);`

/** The time after which a change is committed or will not be. A round trip to the database takes at most 10 s. */
export const changeMs = 120_000

export const maxAgeMs = 24 * 60 * 60 * 1000

export class Wanted {
  readonly #sql: SqlStorage
  readonly #ask: () => Promise<WantedEvents>
  /** The question in progress, if no change has started since: only its answer is stored. */
  #asking: Promise<WantedEvents> | undefined

  constructor(sql: SqlStorage, ask: () => Promise<WantedEvents>) {
    this.#sql = sql
    this.#ask = ask
    sql.exec(tables)
  }

  /** Returns what is true now, or later. */
  async read(): Promise<WantedEvents> {
    const [stored] = this.#sql
      .exec<{ json: string }>('select json from wanted_answer where at > ?', Date.now() - maxAgeMs)
      .toArray()
    if (stored) return WantedEvents.parse(JSON.parse(stored.json))
    if (this.#isChanging(Date.now())) return await this.#ask()
    return await (this.#asking ?? this.#askAndStore())
  }

  async #askAndStore(): Promise<WantedEvents> {
    const question = this.#ask()
    this.#asking = question
    const isUnchanged = () => this.#asking === question
    try {
      const answer = await question
      if (isUnchanged()) this.#store(answer)
      return answer
    } finally {
      if (isUnchanged()) this.#asking = undefined
    }
  }

  #store(answer: WantedEvents): void {
    const json = JSON.stringify(answer)
    this.#sql.exec('insert or replace into wanted_answer values (1, ?, ?)', json, Date.now())
  }

  /** A change of an endpoint begins. */
  begin(change: string, now: number): void {
    this.#forget()
    this.#sql.exec('insert or replace into endpoint_change values (?, ?)', change, now + changeMs)
  }

  /** A change of an endpoint has ended, whether it succeeded or not. */
  end(change: string): void {
    this.#forget()
    this.#sql.exec('delete from endpoint_change where id = ?', change)
  }

  #forget(): void {
    this.#asking = undefined
    this.#sql.exec('delete from wanted_answer')
  }

  #isChanging(now: number): boolean {
    this.#sql.exec('delete from endpoint_change where until <= ?', now)
    return this.#sql.exec('select 1 from endpoint_change limit 1').toArray().length > 0
  }
}
