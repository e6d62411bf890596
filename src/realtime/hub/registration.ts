// The registration of topics of captured changes with the platform, which deletes it a week after the last one
// (src/platform/retention/rules.ts). As long as there are subscribers, it is renewed each hour: the database may also have
// been restored to an earlier state.

import { SharedCalls } from '../shared-calls.ts'

const table = `
  create table if not exists registration (id integer primary key check (id = 1), at integer not null);`

const renewMs = 60 * 60 * 1000
const maxAgeMs = 24 * 60 * 60 * 1000

export class Registration {
  readonly #sql: SqlStorage
  readonly #register: () => Promise<void>
  /** The registration in progress, for all subscribers that come meanwhile. */
  readonly #registering = new SharedCalls<void>()

  /** @param register Registers with the platform. Changes that are committed after its end are captured */
  constructor(sql: SqlStorage, register: () => Promise<void>) {
    this.#sql = sql
    this.#register = register
    sql.exec(table)
  }

  /** Registers for a subscriber, unless that was done in the last day. @returns when to renew it @throws Error if it fails */
  async require(now: number): Promise<number> {
    await this.#unlessSince(now - maxAgeMs, now)
    return now + renewMs
  }

  /** Whether `renew` registers. */
  isDue(now: number): boolean {
    return !this.#isAfter(now - renewMs)
  }

  /** Renews the registration for the subscribers. @returns when to call it again @throws Error if it fails */
  async renew(now: number): Promise<number> {
    await this.#unlessSince(now - renewMs, now)
    return now + renewMs
  }

  async #unlessSince(time: number, now: number): Promise<void> {
    if (this.#isAfter(time)) return
    await this.#registering.run(() => this.#registerNow(now))
  }

  #isAfter(time: number): boolean {
    return this.#sql.exec('select 1 from registration where at > ?', time).toArray().length > 0
  }

  async #registerNow(now: number): Promise<void> {
    await this.#register()
    this.#sql.exec('insert or replace into registration values (1, ?)', now)
  }
}
