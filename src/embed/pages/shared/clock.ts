/** Returns the server's time in epoch milliseconds. The client's clock may be wrong. */
export type Clock = () => number

/** Synchronizes with the server's clock, from a token's expiry and its remaining lifetime. */
export const aheadBy = ({ expiresAt, expiresIn }: { expiresAt: string; expiresIn: number }): number =>
  Date.parse(expiresAt) - expiresIn * 1000 - Date.now()

/** Runs the function repeatedly while the page is visible, and at once when it becomes visible again. */
export function repeat(signal: AbortSignal, milliseconds: number, run: () => void): void {
  const look = () => {
    if (document.visibilityState === 'visible') run()
  }
  const timer = setInterval(look, milliseconds)
  document.addEventListener('visibilitychange', look, { signal })
  signal.addEventListener('abort', () => clearInterval(timer))
}
