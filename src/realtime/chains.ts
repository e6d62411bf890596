/** Runs the work of each key in its order, one at a time. The work of different keys runs concurrently. */
export class Chains {
  readonly #tails = new Map<string, Promise<unknown>>()

  run<T>(work: () => Promise<T>, key = ''): Promise<T> {
    const result = (this.#tails.get(key) ?? Promise.resolve()).then(work)
    // The work of a key continues after a failure, which only the caller of the failed work sees.
    const tail: Promise<void> = Promise.allSettled([result]).then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    })
    this.#tails.set(key, tail)
    return result
  }
}
