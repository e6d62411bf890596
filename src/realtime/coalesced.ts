/** Runs the work once, some time after the first of several requests for it. */
export class Coalesced {
  readonly #work: () => unknown
  readonly #delayMs: number
  #isScheduled = false

  constructor(delayMs: number, work: () => unknown) {
    this.#delayMs = delayMs
    this.#work = work
  }

  request(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setTimeout(() => {
      this.#isScheduled = false
      this.#work()
    }, this.#delayMs)
  }
}
