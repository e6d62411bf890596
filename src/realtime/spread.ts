const maxShards = 4096
/** How long no connection is passed to a shard that was full. */
const fullMs = 30_000
/** The full shards that a connection meets before the number of shards doubles with each further one. */
const maxMet = 5

/** The shards of a region over which this isolate spreads new connections. Their number doubles when all of them are full. */
export class Spread {
  #shards = 1
  /** Until when the shards that were full are left out. */
  readonly #fullUntil = new Map<number, number>()

  /** @param random from 0 to below 1 @returns the number of a shard that may have room */
  pick(random: number, now: number): number {
    const open = Array.from({ length: this.#shards }, (_, shard) => shard).filter(
      shard => (this.#fullUntil.get(shard) ?? 0) <= now,
    )
    return open[Math.floor(random * open.length)] ?? Math.floor(random * this.#shards)
  }

  /** @param met how many full shards the connection has met before: after many, this isolate knows too few shards */
  full(shard: number, now: number, met: number): void {
    this.#fullUntil.set(shard, now + fullMs)
    const full = [...this.#fullUntil.values()].filter(until => until > now).length
    if (full >= this.#shards || met >= maxMet) this.#shards = Math.min(this.#shards * 2, maxShards)
  }
}
