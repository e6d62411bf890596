// Measures how far a consumer is behind: the bytes that were sent since a ping that it has answered. Clients answer in the
// order of what they receive.

import { maxBehind, probeEvery } from '../behind.ts'

type Ping = { at: number; sent: number }

export class Backlog {
  #sent = 0
  #confirmed = 0
  /** The ping that the client has not answered yet. There is only one, since all answers are equal. */
  #open: Ping | undefined

  /**
   * Counts a push.
   * @param pongAt returns the time of the last answer; only read while a ping is open, because it costs as much as a push
   * @returns what to do: send a ping, or close the connection
   */
  add(bytes: number, pongAt: () => number): 'ping' | 'close' | undefined {
    if (this.#open) this.confirm(pongAt())
    this.#sent += bytes
    if (this.#sent - this.#confirmed > maxBehind.ofTopics) return 'close'
    return !this.#open && this.#sent - this.#confirmed > probeEvery ? 'ping' : undefined
  }

  /** Records the time of the last answer. */
  confirm(pongAt: number): void {
    if (!this.#open || pongAt < this.#open.at) return
    this.#confirmed = this.#open.sent
    this.#open = undefined
  }

  /** Records a ping. */
  pinged(now: number): void {
    this.#open ??= { at: now, sent: this.#sent }
  }

  /** When the ping that waits for its answer was sent. */
  get openSince(): number | undefined {
    return this.#open?.at
  }
}
