// Which connections of a document have lost their token.

import { nameOfDocument } from '../contract/documents.ts'
import { stubOf } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'
import { askAccess } from '../shard/ask-access.ts'
import type { Connection } from './connection.ts'

/** Once in this time, all connections are verified, as a call of an account may have been lost. */
const verifyMs = 5 * 60 * 1000
/** How long after its time an alarm still is that of the verification. */
const toleranceMs = 10_000

/** When a document must run its alarm for a connection: when its token expires, or at the next verification. */
export const alarmOf = ({ access: { expiresAt } }: Connection, now: number): number =>
  Math.min(expiresAt * 1000, (Math.floor(now / verifyMs) + 1) * verifyMs)
export const isVerificationDue = (now: number): boolean => now % verifyMs < toleranceMs

type Effects = {
  env: Pick<ObjectEnv, 'platform' | 'accounts'>
  connections(): Iterable<Connection>
  /** The connection has no valid token, or it is not known whether it has. */
  end(connection: Connection, reason: 'revoked' | 'unavailable'): void
}

export class Verification {
  readonly #effects: Effects

  constructor(effects: Effects) {
    this.#effects = effects
  }

  /**
   * Registers the document with the account of a new connection, and verifies its token again: it may have ended before the
   * account knew the document.
   * @throws Error if the account or the platform is not available
   */
  async admit(connection: Connection): Promise<void> {
    const { env, end } = this.#effects
    const { accountSid } = connection.access
    const holder = { kind: 'document', name: nameOfDocument(connection.key) } as const
    try {
      await stubOf(env.accounts, accountSid).register(accountSid, holder)
      await this.#verify([connection])
    } catch (error) {
      end(connection, 'unavailable')
      throw error
    }
  }

  /** Closes the connections of the account whose token has ended. @returns whether any are left */
  async verifyAccount(accountSid: string): Promise<boolean> {
    await this.#verify(this.#of(accountSid))
    return this.#of(accountSid).length > 0
  }

  async verifyAll(): Promise<void> {
    const accounts = new Set([...this.#effects.connections()].map(({ access }) => access.accountSid))
    await Promise.all([...accounts].map(sid => this.verifyAccount(sid)))
  }

  #of(accountSid: string): Connection[] {
    return [...this.#effects.connections()].filter(({ access }) => access.accountSid === accountSid)
  }

  async #verify(connections: readonly Connection[]): Promise<void> {
    const questions = connections.map(({ access }) => ({
      identity: { ...access, installSid: null, familySid: null },
      topics: [],
    }))
    const answers = await askAccess(this.#effects.env.platform, questions)
    for (const [at, connection] of connections.entries())
      if (answers[at] === null) this.#effects.end(connection, 'revoked')
  }
}
