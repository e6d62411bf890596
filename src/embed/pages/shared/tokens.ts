// Keeps the page's tokens in a closure. They are stored nowhere else.

export type TokenPair = { elementToken: string; stsToken: string }

export type Tokens = {
  /** Returns the current tokens. Throws when they were removed, because no request may follow. */
  current(): TokenPair
  /** Resolves with the tokens after this stsToken, immediately when they are present. */
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
      waiting = [] // these promises never settle, because the embed has ended
    },
  }
}
