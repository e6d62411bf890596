import { maxCommands, maxSubscribes, subscribesPerSecond } from './limits.ts'

/** Counts the commands of a connection in each second. */
export class CommandRate {
  #second = 0
  #count = 0
  #subscribes = maxSubscribes
  #subscribedAt = 0

  /** @returns whether the command is within the limit */
  allows(now: number): boolean {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) [this.#second, this.#count] = [second, 0]
    this.#count += 1
    return this.#count <= maxCommands
  }

  /** Each subscribe may ask the platform. @returns whether the subscribe is within the limit */
  allowsSubscribe(now: number): boolean {
    const added = ((now - this.#subscribedAt) / 1000) * subscribesPerSecond
    this.#subscribes = Math.min(maxSubscribes, this.#subscribes + added)
    this.#subscribedAt = now
    if (this.#subscribes < 1) return false
    this.#subscribes -= 1
    return true
  }
}
