const maxShards = 4096

/** The number of shards over which this isolate spreads new connections. It doubles when a shard is full. */
export class Spread {
  #shards = 1

  /** @param random from 0 to below 1 */
  pick(random: number): number {
    return Math.floor(random * this.#shards)
  }

  full(): void {
    this.#shards = Math.min(this.#shards * 2, maxShards)
  }
}
