import { maxCommands } from './limits.ts'

/** Counts the commands of a connection in each second. */
export class CommandRate {
  #second = 0
  #count = 0

  /** @returns whether the command is within the limit */
  allows(now: number): boolean {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) [this.#second, this.#count] = [second, 0]
    this.#count += 1
    return this.#count <= maxCommands
  }
}
