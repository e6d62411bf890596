// The number of repetitions of a test: `npm test` runs each rule a few times, `npm run test:all` runs the exhaustive counts.

/** The vitest mode of `npm run test:all`; a single file runs so by `npx vitest run --mode all <file>`. */
export const isExhaustive: boolean = process.env['ROUNDS'] === 'all'

/**
 * Whether a test runs that only `npm run test:all` runs: `test.runIf(inAll('integration/sts/tokens'))`.
 * @param _heldBy the quick test that holds the rule
 */
export const inAll = (_heldBy: string): boolean => isExhaustive

/** The first value in `npm test`, the second one in `npm run test:all`. */
export const rounds = <T>({ quick, all }: { quick: T; all: T }): T => (isExhaustive ? all : quick)

/**
 * About `count` of the items in `npm test`, always the same ones, spread over the list with its first and last item; all of
 * them in `npm run test:all`.
 */
export function sample<T>(items: readonly T[], count: number): readonly T[] {
  if (isExhaustive || items.length <= count) return items
  const step = (items.length - 1) / Math.max(1, count - 1)
  return Array.from({ length: count }, (_, n) => items[Math.round(n * step)]).filter(
    item => item !== undefined,
  )
}

/**
 * `count` of the items in `npm test`, the next ones for each next operation, so that every operation gets some and every item
 * is used by some operation; all of them in `npm run test:all`.
 */
export function rotating<T>(items: readonly T[], at: number, count: number): readonly T[] {
  if (isExhaustive || items.length <= count) return items
  return Array.from({ length: count }, (_, n) => items[(at * count + n) % items.length]).filter(
    item => item !== undefined,
  )
}
