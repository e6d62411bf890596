// Whether the tokens of the connections of a document are still active. The account of the application calls the document
// when tokens may have ended.

import { type DocumentKey, nameOfDocument } from '../contract/documents.ts'
import { stubOf } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'
import { askAccess } from '../shard/ask-access.ts'
import type { CloseReason } from './closes.ts'
import type { Access, Connection } from './connection.ts'
import { maxSkewMs } from './limits.ts'

/** More than the time between the registration of a connection and its acceptance. */
const admissionMs = 60_000

type Effects = {
  connections(): Iterable<Connection>
  /** The token of the connection has ended. */
  revoked(connection: Connection): void
}

type Admission = { key: DocumentKey; access: Access; authenticatedAt: number }

export class Verification {
  readonly #env: ObjectEnv
  readonly #effects: Effects
  #isRegistered = false
  #count = 0
  /** When the connections were last verified. The object does not know what happened before it woke. */
  #at = Date.now()
  #admittedAt = 0

  constructor(env: ObjectEnv, effects: Effects) {
    this.#env = env
    this.#effects = effects
  }

  /**
   * Registers the document with the account of a new connection. Asks again about the token if it may have ended since it
   * was authenticated.
   * @returns why the connection is refused
   */
  async admit({ key, access: { identity }, authenticatedAt }: Admission): Promise<CloseReason | undefined> {
    const { accountSid } = identity
    this.#admittedAt = Date.now()
    const account = stubOf(this.#env.accounts, accountSid)
    const isNew = !this.#isRegistered && (await account.register(accountSid, nameOfDocument(key)))
    this.#isRegistered = true
    let count = isNew || authenticatedAt <= this.#at + maxSkewMs ? -1 : this.#count
    while (count !== this.#count) {
      count = this.#count
      const [answer] = await askAccess(this.#env.platform, [{ identity, topics: [] }])
      if (!answer) return 'revoked'
    }
    this.#admittedAt = Date.now()
    return undefined
  }

  /** Closes the connections whose token has ended. @returns whether any are left */
  async verify(accountSid: string): Promise<boolean> {
    this.#count += 1
    this.#at = Date.now()
    const asked = [...this.#effects.connections()]
    const questions = asked.map(({ access: { identity } }) => ({ identity, topics: [] }))
    const answers = await askAccess(this.#env.platform, questions)
    for (const [at, connection] of asked.entries()) if (!answers[at]) this.#effects.revoked(connection)
    const isLeft = [...this.#effects.connections()].some(
      ({ access }) => access.identity.accountSid === accountSid,
    )
    // A connection that is being admitted is registered already.
    this.#isRegistered = isLeft || Date.now() < this.#admittedAt + admissionMs
    return this.#isRegistered
  }
}
