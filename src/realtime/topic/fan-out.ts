// Sends the publications of a topic to the shards. Each shard has one delivery at a time, so that the order is that of the
// topic, and one delivery contains everything that was published during the delivery before it.

import type { Delivery, Move } from '../contract/objects.ts'
import { Exclusive } from '../exclusive.ts'
import { maxSockets } from '../shard/limits.ts'

type ShardState = {
  name: string
  /** The offset up to which the shard has confirmed the publications. */
  acknowledged: number
  /** Whether `acknowledged` is exact. After a crash or a failure, the shard may have received more. */
  isCertain: boolean
  moves: Move[]
  /** Whether the shard has subscribed since its last delivery began. */
  hasSubscribed: boolean
  sending: Exclusive
}

/** What a fan-out reads and does. */
export type FanOutEffects = {
  /** The newest offset. */
  top(): number
  /** Returns the next publications after the offset. */
  next(after: number): Delivery['publications']
  /** Sends to a shard. Returns whether the shard has subscriptions of the topic. */
  deliver(shard: string, delivery: Omit<Delivery, 'key'>): Promise<boolean>
  /** Stores the acknowledged offset of a shard. */
  save(shard: string, acknowledged: number): void
  /** The shard has no subscriptions of the topic. */
  forget(shard: string): void
  /** A delivery failed: `deliverAll` must run again. */
  retryLater(error: unknown): void
}

/** Joins and leaves are dropped for a shard that is this far behind. All connections of a shard may end at once. */
const maxMoves = 2 * maxSockets

export class FanOut {
  readonly #effects: FanOutEffects
  readonly #shards = new Map<string, ShardState>()

  constructor(effects: FanOutEffects, stored: readonly { name: string; acknowledged: number }[]) {
    this.#effects = effects
    for (const { name, acknowledged } of stored) this.#add(name, acknowledged, acknowledged === effects.top())
  }

  #add(name: string, acknowledged: number, isCertain: boolean): void {
    this.#shards.set(name, {
      ...{ name, acknowledged, isCertain, moves: [], hasSubscribed: true },
      sending: new Exclusive(),
    })
  }

  /** Adds a shard, which receives everything after the newest publication. @returns whether it is new */
  add(name: string): boolean {
    const shard = this.#shards.get(name)
    if (shard) {
      shard.hasSubscribed = true
      return false
    }
    this.#add(name, this.#effects.top(), true)
    return true
  }

  remove(name: string): void {
    this.#shards.delete(name)
  }

  /** Queues joins or leaves for a shard. */
  move(name: string, moves: readonly Move[]): void {
    const queue = this.#shards.get(name)?.moves
    queue?.push(...moves.slice(0, Math.max(0, maxMoves - queue.length)))
  }

  /** Sends what the shards have not received. */
  deliverAll(): void {
    for (const shard of this.#shards.values()) void this.#send(shard)
  }

  #isCurrent(shard: ShardState): boolean {
    return this.#shards.get(shard.name) === shard
  }

  #send(shard: ShardState): Promise<void> {
    return shard.sending.run(
      async () => {
        while (this.#isCurrent(shard) && (shard.acknowledged < this.#effects.top() || shard.moves.length > 0))
          await this.#sendNext(shard)
      },
      error => this.#isCurrent(shard) && this.#effects.retryLater(error),
    )
  }

  async #sendNext(shard: ShardState): Promise<void> {
    const { acknowledged: previous, isCertain } = shard
    const top = this.#effects.top()
    const publications = previous < top ? this.#effects.next(previous) : []
    const moves = shard.moves.splice(0)
    shard.hasSubscribed = false
    // If it fails, the shard may have received its publications.
    shard.isCertain &&= publications.length === 0
    const isKnown = await this.#effects
      .deliver(shard.name, { previous, isCertain, publications, moves })
      .catch(error => {
        shard.moves.unshift(...moves)
        throw error
      })
    if (!this.#isCurrent(shard)) return
    shard.isCertain = isCertain
    // A subscription that came during the delivery may be newer than the result. The next delivery decides.
    if (!isKnown && shard.hasSubscribed) return
    if (!isKnown) {
      this.remove(shard.name)
      this.#effects.forget(shard.name)
      return
    }
    // If none is stored, the shard misses publications that are older than the history.
    shard.isCertain = publications.length > 0 || previous === top
    shard.acknowledged = publications.at(-1)?.offset ?? top
    if (shard.acknowledged !== previous) this.#effects.save(shard.name, shard.acknowledged)
  }
}
