import { burst, bytesPerMessage, perSecond } from './limits.ts'

/** Limits the messages of a connection, and their bytes. */
export class MessageRate {
  #available = burst
  #at: number

  constructor(now: number) {
    this.#at = now
  }

  /** @returns whether the messages are within the limit */
  allows(messages: number, bytes: number, now: number): boolean {
    this.#available = Math.min(burst, this.#available + ((now - this.#at) / 1000) * perSecond)
    this.#at = now
    this.#available -= messages + bytes / bytesPerMessage
    return this.#available >= 0
  }
}
