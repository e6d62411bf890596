/**
 * Runs one call of each key at a time: a call while it is in progress ends with it, by the same result or error. The work
 * may have looked for the last time already, so a caller that needs more looks again afterwards.
 */
export class SharedCalls<T> {
  readonly #inProgress = new Map<string, Promise<T>>()

  run(work: () => Promise<T>, key = ''): Promise<T> {
    const call = this.#inProgress.get(key) ?? work().finally(() => this.#inProgress.delete(key))
    this.#inProgress.set(key, call)
    return call
  }

  /** Returns the call in progress, if there is one. */
  inProgress(key = ''): Promise<T> | undefined {
    return this.#inProgress.get(key)
  }
}
