/**
 * Runs work that repeats itself until nothing is left. A call of the same key while it runs makes it run once more
 * afterwards: the work may have looked for the last time already, so a call that did nothing could be lost.
 */
export class Exclusive {
  /** Whether there was a call while the work of the key ran. */
  readonly #running = new Map<string, boolean>()

  /** @param failed receives the error of the work, and must have it repeated later: it does not run once more */
  async run(work: () => Promise<unknown>, failed: (error: unknown) => void, key = ''): Promise<void> {
    if (this.#running.has(key)) {
      this.#running.set(key, true)
      return
    }
    try {
      do {
        this.#running.set(key, false)
        await work()
      } while (this.#running.get(key))
    } catch (error) {
      failed(error)
    } finally {
      this.#running.delete(key)
    }
  }
}
