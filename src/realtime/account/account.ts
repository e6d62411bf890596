// The Durable Object of an account. It knows the objects that hold connections of the account, so that they close those
// whose token has ended.

import { DurableObject } from 'cloudflare:workers'
import { logFailure } from '../../shared/logging/failure.ts'
import type { AccountCalls } from '../contract/objects.ts'
import { stubOf } from '../contract/objects.ts'
import { type ObjectEnv, readObjectEnv } from '../env.ts'

// `registrations` counts the calls of `register`; `due` those of `ended` that the holder has not served yet.
const tables = `
  create table if not exists holder (
    name text primary key, account text not null, registrations integer not null, due integer not null default 0
  );`

type Holder = { name: string; account: string; registrations: number; due: number }
const retryMs = 2000

export class Account extends DurableObject<unknown> implements AccountCalls {
  readonly #env: ObjectEnv
  readonly #sql: SqlStorage

  constructor(ctx: DurableObjectState, bindings: unknown) {
    super(ctx, bindings)
    this.#env = readObjectEnv(bindings)
    this.#sql = ctx.storage.sql
    this.#sql.exec(tables)
  }

  register(accountSid: string, holder: string): boolean {
    const [row] = this.#sql
      .exec<Pick<Holder, 'registrations'>>(
        `insert into holder (name, account, registrations) values (?, ?, 1)
        on conflict (name) do update set registrations = registrations + 1 returning registrations`,
        ...[holder, accountSid],
      )
      .toArray()
    return row?.registrations === 1
  }

  async ended(): Promise<void> {
    // Stored before the calls, so that the alarm repeats those that fail or that a crash interrupts.
    this.#sql.exec('update holder set due = due + 1')
    await this.ctx.storage.setAlarm(Date.now() + retryMs)
    await this.#verifyAll()
  }

  async alarm(): Promise<void> {
    await this.#verifyAll()
  }

  async #verifyAll(): Promise<void> {
    const due = this.#sql.exec<Holder>('select * from holder where due > 0').toArray()
    const results = await Promise.all(due.map(holder => this.#verify(holder)))
    if (results.includes(false)) await this.ctx.storage.setAlarm(Date.now() + retryMs)
  }

  /** @returns whether the holder was called */
  async #verify({ name, account, registrations, due }: Holder): Promise<boolean> {
    try {
      const holdsAny = await holderOf(this.#env, name).verify(account)
      this.#sql.exec('update holder set due = due - ? where name = ?', due, name)
      // A holder that has registered meanwhile has a new connection.
      if (!holdsAny)
        this.#sql.exec(
          'delete from holder where name = ? and registrations = ? and due = 0',
          ...[name, registrations],
        )
      return true
    } catch (error) {
      logFailure(this.#env.log, error)
      return false
    }
  }
}

/** Returns the object that holds connections. The names of documents contain a slash, those of shards do not. */
const holderOf = ({ shards, documents }: ObjectEnv, name: string) =>
  name.includes('/') ? stubOf(documents, name) : stubOf(shards, name)
