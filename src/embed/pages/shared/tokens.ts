// The tokens of the page, in this closure and nowhere else.

export type TokenPair = { elementToken: string; stsToken: string }

export type Tokens = {
  /** Throws when they were dropped: nothing may be asked any more. */
  current(): TokenPair
  /** The pair that follows the one with this stsToken; at once when it is here already. */
  after(stsToken: string): Promise<void>
  set(pair: TokenPair): void
  drop(): void
}

export function keepTokens(): Tokens {
  let pair: TokenPair | undefined
  let waiting: (() => void)[] = []
  return {
    current() {
      if (!pair) throw new DOMException('The session has ended.', 'AbortError')
      return pair
    },
    after: stsToken =>
      pair && pair.stsToken !== stsToken
        ? Promise.resolve()
        : new Promise(resolve => {
            waiting.push(resolve)
          }),
    set(next) {
      const isNew = pair?.stsToken !== next.stsToken
      pair = next
      if (!isNew) return
      for (const resolve of waiting) resolve()
      waiting = []
    },
    drop() {
      pair = undefined
      waiting = [] // for ever: who waits has nothing to do any more
    },
  }
}
