// What the connections of a shard may do, by decision of the platform, and which of them have ended.

import type { Service } from '../../shared/env.ts'
import type { TopicAccess } from '../../shared/realtime/access.ts'
import type { Identity } from '../../shared/realtime/connection.ts'
import type { TopicVerb } from '../../shared/topics/permission.ts'
import { isTopic } from '../../shared/topics/topic.ts'
import { type AccountStub, type Namespace, stubOf } from '../contract/objects.ts'
import { CommandError } from '../protocol/codes.ts'
import { isDecidedByPlatform, mayUse } from './access.ts'
import { askAccess } from './ask-access.ts'
import type { Connection } from './connection.ts'

type Effects = {
  platform: Service
  accounts: Namespace<AccountStub>
  /** The name of the shard. */
  name(): string
  connections(): Iterable<Connection>
  /** The token of the connection has ended. */
  revoked(connection: Connection): void
  /** The connection may no longer use a topic that it has subscribed. */
  denied(connection: Connection, topic: string): void
}

/** The topics of a connection whose access is remembered. */
const maxRemembered = 256

type Authenticated = { connection: Connection; identity: Identity }

export class Authority {
  readonly #effects: Effects
  /** The accounts that know of this shard. */
  readonly #registered = new Set<string>()
  /** Counts the verifications: an answer of the platform from before one may be out of date. */
  #verifications = 0

  constructor(effects: Effects) {
    this.#effects = effects
  }

  /** The value that `admit` compares, to be read before a token is authenticated. */
  get verifications(): number {
    return this.#verifications
  }

  /**
   * Registers the shard with the account of a new connection. Verifies the connection again if its token may have ended
   * since it was authenticated.
   * @throws Error if the account or the platform is not available
   */
  async admit(connection: Connection, { accountSid }: Identity, verifications: number): Promise<void> {
    let isNew = false
    if (!this.#registered.has(accountSid)) {
      isNew = await stubOf(this.#effects.accounts, accountSid).register(accountSid, this.#effects.name())
      this.#registered.add(accountSid)
    }
    if (isNew || verifications !== this.#verifications) await this.#verify([connection])
  }

  /**
   * Checks that the connection may use the topic.
   * @returns the decision of the platform, if it decides about the topic
   * @throws CommandError if the topic does not exist, or if the connection may not use it
   */
  async require(
    connection: Connection,
    identity: Identity,
    verb: TopicVerb,
    topic: string,
  ): Promise<TopicAccess | undefined> {
    if (!isTopic(topic)) throw new CommandError('unknownChannel')
    if (!mayUse(identity, verb, topic)) throw new CommandError('permissionDenied')
    if (!isDecidedByPlatform(identity, topic)) return undefined
    const access = connection.access.get(topic) ?? (await this.#decide(connection, identity, topic))
    if (!access[verb]) throw new CommandError('permissionDenied')
    return access
  }

  async #decide(connection: Connection, identity: Identity, topic: string): Promise<TopicAccess> {
    const verifications = this.#verifications
    const [answer] = await askAccess(this.#effects.platform, [{ identity, topics: [topic] }])
    if (verifications !== this.#verifications) return await this.#decide(connection, identity, topic)
    const access = answer?.[0]
    if (!access) {
      this.#effects.revoked(connection)
      throw new CommandError('unauthorized')
    }
    if (connection.access.size >= maxRemembered) connection.access.clear()
    connection.access.set(topic, access)
    return access
  }

  /** Closes the connections of the account whose token has ended. @returns whether any are left */
  async verifyAccount(accountSid: string): Promise<boolean> {
    this.#verifications += 1
    const ofAccount = () =>
      [...this.#effects.connections()].filter(({ identity }) => identity?.accountSid === accountSid)
    await this.#verify(ofAccount())
    if (ofAccount().length > 0) return true
    this.#registered.delete(accountSid)
    return false
  }

  /** Verifies all connections, as a call of an account may have been lost. */
  async verifyAll(): Promise<void> {
    const accounts = new Set([...this.#effects.connections()].map(({ identity }) => identity?.accountSid))
    await Promise.all([...accounts].map(sid => sid && this.verifyAccount(sid)))
  }

  /** Verifies a connection with a new token. */
  async refreshed(connection: Connection): Promise<void> {
    await this.#verify([connection])
  }

  async #verify(connections: readonly Connection[]): Promise<void> {
    const asked = connections.flatMap(connection => {
      const { identity } = connection
      return identity ? [{ connection, identity }] : []
    })
    const questions = asked.map(({ connection, identity }) => {
      connection.access.clear()
      const topics = [...connection.subscriptions.keys()]
      return { identity, topics: topics.filter(topic => isDecidedByPlatform(identity, topic)) }
    })
    const answers = await askAccess(this.#effects.platform, questions)
    for (const [at, authenticated] of asked.entries())
      this.#apply(authenticated, questions[at]?.topics ?? [], answers[at] ?? null)
  }

  #apply({ connection, identity }: Authenticated, topics: string[], answer: TopicAccess[] | null): void {
    if (connection.identity !== identity) return // A new token has replaced the one that was verified.
    if (answer === null) {
      this.#effects.revoked(connection)
      return
    }
    for (const topic of [...connection.subscriptions.keys()])
      if (!mayUse(identity, 'subscribe', topic)) this.#effects.denied(connection, topic)
    for (const [at, topic] of topics.entries())
      if (!answer[at]?.subscribe) this.#effects.denied(connection, topic)
  }
}
