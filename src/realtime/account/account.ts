// The Durable Object of an account. It knows the objects that hold connections of the account, so that they close those
// whose token has ended.

import { DurableObject } from 'cloudflare:workers'
import { logFailure } from '../../shared/logging/failure.ts'
import { type AccountCalls, type Holder, stubOf } from '../contract/objects.ts'
import { type ObjectEnv, readObjectEnv } from '../env.ts'

// `registrations` counts the calls of `register`; `due` those of `ended` that the holder has not served yet.
const tables = `
  create table if not exists holder (
    kind text not null, name text not null, account text not null, registrations integer not null,
    due integer not null default 0, primary key (kind, name)
  );`

type Row = Holder & { account: string; registrations: number; due: number }
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
    const due = this.#sql.exec<Row>('select * from holder where due > 0').toArray()
    const results = await Promise.all(due.map(holder => this.#verify(holder)))
    if (results.includes(false)) await this.ctx.storage.setAlarm(Date.now() + retryMs)
  }

  /** @returns whether the holder was called */
  async #verify({ kind, name, account, registrations, due }: Row): Promise<boolean> {
    try {
      const { shards, documents } = this.#env
      const holder = kind === 'shard' ? stubOf(shards, name) : stubOf(documents, name)
      const holdsAny = await holder.verify(account)
      this.#sql.exec('update holder set due = due - ? where kind = ? and name = ?', due, kind, name)
      // A holder that has registered meanwhile has a new connection.
      if (!holdsAny)
        this.#sql.exec(
          'delete from holder where kind = ? and name = ? and registrations = ? and due = 0',
          ...[kind, name, registrations],
        )
      return true
    } catch (error) {
      logFailure(this.#env.log, error)
      return false
    }
  }
}
