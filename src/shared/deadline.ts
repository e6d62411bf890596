/**
 * Starts a time limit. `passed` rejects with the error when it is over, for `Promise.race`. `end` stops it.
 * @param error makes the error, which only a limit that passes needs
 */
export function deadline(withinMs: number, error: () => Error): { passed: Promise<never>; end(): void } {
  const { promise: passed, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(error()), withinMs)
  return { passed, end: () => clearTimeout(timer) }
}
