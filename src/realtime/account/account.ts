// The Durable Object of an account. It knows the objects that hold connections of the account, so that they close those
// whose token has ended.

import { DurableObject } from 'cloudflare:workers'
import { logFailure } from '../../shared/logging/failure.ts'
import { type AccountCalls, type Holder, stubOf } from '../contract/objects.ts'
import { readObjectEnv } from '../env.ts'
import { Holders } from './holders.ts'

const retryMs = 2000

export class Account extends DurableObject<unknown> implements AccountCalls {
  readonly #holders: Holders

  constructor(ctx: DurableObjectState, bindings: unknown) {
    super(ctx, bindings)
    const { shards, documents, log } = readObjectEnv(bindings)
    this.#holders = new Holders(ctx.storage.sql, {
      verify: ({ kind, name }, accountSid) =>
        (kind === 'shard' ? stubOf(shards, name) : stubOf(documents, name)).verify(accountSid),
      failed: error => logFailure(log, error),
    })
  }

  register(accountSid: string, holder: Holder): boolean {
    return this.#holders.register(accountSid, holder)
  }

  async ended(): Promise<void> {
    // Stored before the calls, so that the alarm repeats those that fail or that a crash interrupts.
    this.#holders.ended()
    await this.#retryLater()
    await this.alarm()
  }

  async alarm(): Promise<void> {
    if (!(await this.#holders.verifyAll())) await this.#retryLater()
  }

  #retryLater(): Promise<void> {
    return this.ctx.storage.setAlarm(Date.now() + retryMs)
  }
}
