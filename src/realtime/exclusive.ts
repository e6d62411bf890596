/** Runs work that repeats itself until nothing is left: a call while it runs does nothing. */
export class Exclusive {
  #isRunning = false

  /** @param failed receives the error of the work */
  async run(work: () => Promise<unknown>, failed: (error: unknown) => void): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      await work()
    } catch (error) {
      failed(error)
    } finally {
      this.#isRunning = false
    }
  }
}
