// What the connections of a shard may do, by decision of the platform, and which of them have ended.

import type { Service } from '../../shared/env.ts'
import type { TopicAccess } from '../../shared/realtime/access.ts'
import type { Identity } from '../../shared/realtime/connection.ts'
import type { TopicVerb } from '../../shared/topics/permission.ts'
import { isTopic } from '../../shared/topics/topic.ts'
import { Verification } from '../account/verification.ts'
import type { AccountStub, Namespace } from '../contract/objects.ts'
import { CommandError } from '../protocol/codes.ts'
import { isDecidedByPlatform, mayUse } from './access.ts'
import { askAccess } from './ask-access.ts'
import type { Connection } from './connection.ts'

type Effects = {
  sql: SqlStorage
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
  readonly verification: Verification<Connection>

  constructor(effects: Effects) {
    this.#effects = effects
    const { sql, accounts, connections } = effects
    this.verification = new Verification<Connection>({
      ...{ sql, accounts, connections },
      holderOf: () => ({ kind: 'shard', name: effects.name() }),
      accountOf: ({ identity }) => identity?.accountSid,
      verify: each => this.#verify(each),
    })
  }

  /**
   * Checks that the connection may use the topic, by its newest token: a command may have waited while a new one came,
   * or until the connection has ended.
   * @returns the decision of the platform, if it decides about the topic
   * @throws CommandError if the topic does not exist, or if the connection may not use it
   */
  async require(connection: Connection, verb: TopicVerb, topic: string): Promise<TopicAccess | undefined> {
    const { identity } = connection
    if (!identity || connection.isEnded) throw new CommandError('unauthorized')
    if (!isTopic(topic)) throw new CommandError('unknownChannel')
    if (!mayUse(identity, verb, topic)) throw new CommandError('permissionDenied')
    if (!isDecidedByPlatform(identity, topic)) return undefined
    const known = connection.access.get(topic)
    const access = known ?? (await this.#decide(connection, identity, topic))
    if (access === 'outdated') return await this.require(connection, verb, topic)
    if (!access[verb]) throw new CommandError('permissionDenied')
    return access
  }

  /** @returns `outdated` if the token or the connection may have ended, or the token was replaced, since the question */
  async #decide(
    connection: Connection,
    identity: Identity,
    topic: string,
  ): Promise<TopicAccess | 'outdated'> {
    const { count } = this.verification
    const [answer] = await askAccess(this.#effects.platform, [{ identity, topics: [topic] }])
    if (count !== this.verification.count || connection.identity !== identity || connection.isEnded)
      return 'outdated'
    const access = answer?.[0]
    if (!access) {
      this.#effects.revoked(connection)
      throw new CommandError('unauthorized')
    }
    if (connection.access.size >= maxRemembered) connection.access.clear()
    connection.access.set(topic, access)
    return access
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
