// Tells the topics which subscriptions have ended. An end is stored until its topic has it, so that a crash loses none.

import type { Chains } from '../chains.ts'
import { nameOfTopic, type TopicKey } from '../contract/objects.ts'
import { Exclusive } from '../exclusive.ts'
import type { Ended, ShardStore } from './store.ts'

type Effects = {
  store: Pick<ShardStore, 'ended' | 'endedOn' | 'isEnded' | 'deleteEnded'>
  /** The work of a connection on a topic, under the name of `chainOf`. */
  chains: Chains
  isConnected(client: string): boolean
  unsubscribe(key: TopicKey, clients: string[]): Promise<unknown>
  /** A topic was not reached: `leaveAll` must run again. */
  retryLater(error: unknown): void
}

/** The name of the chain of a client on a topic. */
export const chainOf = (client: string, topic: string): string => `${client}/${topic}`

export class Departures {
  readonly #effects: Effects
  /** The calls in progress, by their topics. */
  readonly #calls = new Exclusive()
  /** The subscribes in progress, by their chains. */
  readonly #joining = new Set<string>()

  constructor(effects: Effects) {
    this.#effects = effects
  }

  /**
   * Subscribes a client on a topic, which learns of a lost connection only afterwards: otherwise the end could overtake
   * the subscription, which would stay.
   */
  async join<T>({ key, client }: Ended, subscribe: () => Promise<T>): Promise<T> {
    const chain = chainOf(client, key.topic)
    this.#joining.add(chain)
    try {
      return await subscribe()
    } finally {
      this.#joining.delete(chain)
      if (!this.#effects.isConnected(client)) void this.leaveOfLost(key)
    }
  }

  /** Tells the topics about all ended subscriptions. */
  async leaveAll(): Promise<void> {
    const { store, chains, isConnected } = this.#effects
    const ended = store.ended()
    const keys = new Map(ended.map(({ key }) => [nameOfTopic(key), key]))
    await Promise.all([
      ...[...keys.values()].map(key => this.leaveOfLost(key)),
      ...ended
        .filter(({ client }) => isConnected(client))
        .map(each => chains.run(() => this.#leaveIfEnded(each), chainOf(each.client, each.key.topic))),
    ])
  }

  /**
   * Tells a topic about the subscriptions of lost connections. A topic has one call at a time, and the next one has
   * everything that ended meanwhile: many connections that end at once need few calls. A topic does not wait for another.
   */
  leaveOfLost(key: TopicKey): Promise<void> {
    const leaveAll = async () => {
      for (let lost = this.#lost(key); lost.length > 0; lost = this.#lost(key)) await this.#call(key, lost)
    }
    return this.#calls.run(leaveAll, this.#effects.retryLater, nameOfTopic(key))
  }

  /** Tells a topic about one subscription. */
  async leave({ key, client }: Ended): Promise<void> {
    await this.#call(key, [client]).catch(this.#effects.retryLater)
  }

  /** The client may have subscribed again since its end was read. */
  async #leaveIfEnded(ended: Ended): Promise<void> {
    if (this.#effects.store.isEnded(ended)) await this.leave(ended)
  }

  async #call(key: TopicKey, clients: string[]): Promise<void> {
    await this.#effects.unsubscribe(key, clients)
    for (const client of clients) this.#effects.store.deleteEnded({ key, client })
  }

  #lost(key: TopicKey): string[] {
    const { store, isConnected } = this.#effects
    return store
      .endedOn(key)
      .filter(client => !(isConnected(client) || this.#joining.has(chainOf(client, key.topic))))
  }
}
