import { maxLines } from '../protocol/commands.ts'
import { maxCommands, maxSubscribes, repliedPerSecond, replyBurst, subscribesPerSecond } from './limits.ts'

/** Counts what a connection sends and asks for, in each second. */
export class CommandRate {
  #second = 0
  #count = 0
  #lines = 0
  #subscribes = maxSubscribes
  #subscribedAt = 0
  #characters = replyBurst
  #repliedAt = 0

  /** @returns whether the command is within the limit */
  allows(now: number): boolean {
    this.#at(now)
    this.#count += 1
    return this.#count <= maxCommands
  }

  /** Reading a line takes time, also if nothing follows from it. @returns whether the lines are within the limit */
  allowsLines(lines: number, now: number): boolean {
    this.#at(now)
    this.#lines += lines
    return this.#lines <= maxLines
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

  /**
   * A client can ask for more than it reads, which the runtime keeps in memory. A reply may exceed what is left, so that
   * each can be sent at some time. Without characters, nothing is counted.
   * @returns whether the client may have a reply of this many characters
   */
  allowsReply(characters: number, now: number): boolean {
    const added = ((now - this.#repliedAt) / 1000) * repliedPerSecond
    this.#characters = Math.min(replyBurst, this.#characters + added)
    this.#repliedAt = now
    if (this.#characters <= 0) return false
    this.#characters -= characters
    return true
  }

  #at(now: number): void {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) [this.#second, this.#count, this.#lines] = [second, 0, 0]
  }
}
