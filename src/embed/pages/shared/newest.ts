/** Reads whose responses may arrive in another order. */
export type Newest = {
  /** Returns the response, or undefined if something newer is known already. */
  read<T>(request: () => Promise<T>): Promise<T | undefined>
  /** Something newer than all reads that have started is known: the response of an action. */
  overtake(): void
}

/** Returns a numbering of reads, so that an older response does not replace a newer one. */
export function newestOf(): Newest {
  let started = 0
  let known = 0
  return {
    async read(request) {
      started += 1
      const own = started
      const response = await request()
      if (own < known) return undefined
      known = own
      return response
    },
    overtake() {
      started += 1
      known = started
    },
  }
}
