/** Runs work that repeats itself until nothing is left: a call of the same key while it runs does nothing. */
export class Exclusive {
  readonly #running = new Set<string>()

  /** @param failed receives the error of the work */
  async run(work: () => Promise<unknown>, failed: (error: unknown) => void, key = ''): Promise<void> {
    if (this.#running.has(key)) return
    this.#running.add(key)
    try {
      await work()
    } catch (error) {
      failed(error)
    } finally {
      this.#running.delete(key)
    }
  }
}
