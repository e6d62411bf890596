/** The time as the server has it, in epoch milliseconds: the viewer's clock may be wrong. */
export type Clock = () => number

/** How far the server's clock is ahead of the viewer's, from what it says now of when a token ends and what it has left. */
export const aheadBy = ({ expiresAt, expiresIn }: { expiresAt: string; expiresIn: number }): number =>
  Date.parse(expiresAt) - expiresIn * 1000 - Date.now()

/** Does it again and again while somebody looks, and at once when somebody looks again. */
export function repeat(signal: AbortSignal, milliseconds: number, run: () => void): void {
  const look = () => {
    if (document.visibilityState === 'visible') run()
  }
  const timer = setInterval(look, milliseconds)
  document.addEventListener('visibilitychange', look, { signal })
  signal.addEventListener('abort', () => clearInterval(timer))
}
