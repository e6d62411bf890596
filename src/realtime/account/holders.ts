// The objects that hold connections of an account, and the ends of tokens for which they have not verified them yet.

import type { Holder } from '../contract/objects.ts'
import { SharedCalls } from '../shared-calls.ts'

// `registrations` counts the calls of `register`; `due` those of `ended` that the holder has not served yet.
const tables = `
  create table if not exists holder (
    kind text not null, name text not null, account text not null, registrations integer not null,
    due integer not null default 0, primary key (kind, name)
  );`

type Row = Holder & { account: string; registrations: number; due: number }

type Effects = {
  /** Makes the holder verify its connections of the account. Returns whether any are left. */
  verify(holder: Holder, accountSid: string): Promise<boolean>
  /** A holder was not reached. */
  failed(error: unknown): void
}

export class Holders {
  readonly #sql: SqlStorage
  readonly #effects: Effects
  readonly #verifying = new SharedCalls<boolean>()

  constructor(sql: SqlStorage, effects: Effects) {
    this.#sql = sql
    this.#effects = effects
    sql.exec(tables)
  }

  /** Adds a holder. @returns whether it is new */
  register(accountSid: string, { kind, name }: Holder): boolean {
    const [row] = this.#sql
      .exec<Pick<Row, 'registrations'>>(
        `insert into holder (kind, name, account, registrations) values (?, ?, ?, 1)
        on conflict (kind, name) do update set registrations = registrations + 1 returning registrations`,
        ...[kind, name, accountSid],
      )
      .toArray()
    return row?.registrations === 1
  }

  /** Stores that tokens may have ended. `verifyAll` must follow. */
  ended(): void {
    // An earlier version has left negative numbers.
    this.#sql.exec('update holder set due = max(due, 0) + 1')
  }

  /** Makes the holders verify their connections. @returns whether all of them did */
  async verifyAll(): Promise<boolean> {
    const due = this.#sql.exec<Holder>('select kind, name from holder where due > 0').toArray()
    const results = await Promise.all(due.map(holder => this.#verify(holder)))
    return !results.includes(false)
  }

  /** A holder has one call at a time. The next one serves all tokens that ended meanwhile. */
  async #verify(holder: Holder): Promise<boolean> {
    const key = `${holder.kind}/${holder.name}`
    const isServed = await this.#verifying.run(() => this.#verifyUntilServed(holder), key)
    // A token may have ended after the last look of the shared call.
    return isServed && this.#due(holder) ? this.#verify(holder) : isServed
  }

  async #verifyUntilServed(holder: Holder): Promise<boolean> {
    try {
      for (let row = this.#due(holder); row; row = this.#due(holder)) await this.#call(row)
      return true
    } catch (error) {
      this.#effects.failed(error)
      return false
    }
  }

  #due({ kind, name }: Holder): Row | undefined {
    return this.#sql
      .exec<Row>('select * from holder where kind = ? and name = ? and due > 0', kind, name)
      .toArray()[0]
  }

  async #call({ kind, name, account, registrations, due }: Row): Promise<void> {
    const holdsAny = await this.#effects.verify({ kind, name }, account)
    this.#sql.exec('update holder set due = due - ? where kind = ? and name = ?', due, kind, name)
    // A holder that has registered meanwhile has a new connection.
    if (!holdsAny)
      this.#sql.exec(
        'delete from holder where kind = ? and name = ? and registrations = ? and due = 0',
        ...[kind, name, registrations],
      )
  }
}
