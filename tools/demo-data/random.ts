// The only source of randomness: the same seed results in the same numbers, names and sids on every machine.

import { generateMersenne53Randomizer } from '@faker-js/faker'
import { type Prefix, type SidOf, sidFromUuid } from '../../db/sid.ts'

export type Random = ReturnType<typeof seededRandom>

export function seededRandom(...seed: number[]) {
  const source = generateMersenne53Randomizer()
  source.seed(seed)
  const next = () => source.next()
  const below = (limit: number) => Math.floor(next() * limit)
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const hex = (digits: number) =>
    below(16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return {
    source,
    next,
    /** An integer from 0 up to, but not including, the limit. */
    below,
    between: (low: number, high: number) => low + next() * (high - low),
    dayBetween: (first: number, last: number) => first + below(last - first + 1),
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]): T => at(list, below(list.length)),
    normal,
    logNormal: (median: number, sigma: number) => median * Math.exp(sigma * normal()),
    /** A sid in the layout of UUIDv7 (RFC 9562, section 5.7), with the instant as its time of creation. */
    sid<P extends Prefix>(prefix: P, instant: number): SidOf<P> {
      const time = Math.floor(instant).toString(16).padStart(12, '0')
      const variant = (8 + below(4)).toString(16)
      return sidFromUuid(prefix, `${time}7${hex(3)}${variant}${hex(7)}${hex(8)}`)
    },
  }
}

/** The element at an index that must be in the list. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list[index]
  if (element === undefined) throw new RangeError(`Nothing at ${index} of ${list.length}.`)
  return element
}

/** Draws from the entries in proportion to their weights. */
export function weighted<T>(entries: readonly (readonly [T, number])[]): (random: Random) => T {
  let total = 0
  const ends = entries.map(([, weight]) => {
    total += weight
    return total
  })
  return random => at(entries, firstAbove(ends, random.next() * total))[0]
}

/** The first index of an ascending list whose number is greater than `limit`. */
function firstAbove(ascending: readonly number[], limit: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(ascending, middle) > limit) high = middle
    else low = middle + 1
  }
  return low
}

/** Distributes the total over `bins`, each with `from` to `to` units. `draw` returns the bin for the next unit. */
export function spread(
  total: number,
  bins: number,
  { from, to }: { from: number; to: number },
  draw: () => number,
): number[] {
  if (total < bins * from || total > bins * to) throw new RangeError(`${total} do not fit ${bins} bins.`)
  const counts = new Array<number>(bins).fill(from)
  for (let left = total - bins * from; left > 0; ) {
    const bin = draw()
    if (at(counts, bin) >= to) continue
    counts[bin] = at(counts, bin) + 1
    left -= 1
  }
  return counts
}

/** Draws `count` elements of the list, in random order. */
export function sample<T>(random: Random, list: readonly T[], count: number): T[] {
  const rest = [...list]
  const taken: T[] = []
  while (taken.length < count && rest.length > 0) {
    const index = random.below(rest.length)
    taken.push(at(rest, index))
    const last = rest.pop()
    if (last !== undefined && index < rest.length) rest[index] = last
  }
  return taken
}

const quantileSteps = 1000

/** Draws from Beta(a, b) by its quantiles, which are computed once. */
export function betaOf(a: number, b: number): (random: Random) => number {
  const density = (x: number) => x ** (a - 1) * (1 - x) ** (b - 1)
  const steps = Array.from({ length: quantileSteps }, (_, step) => (step + 0.5) / quantileSteps)
  const draw = weighted(steps.map(x => [x, density(x)] as const))
  return random => draw(random) + random.between(-0.5, 0.5) / quantileSteps
}
