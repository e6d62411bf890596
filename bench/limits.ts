// The bare limits: what a request costs that does nothing but what an operation cannot do without.

import { median } from './latency.ts'
import type { Measured } from './load.ts'

/** What was measured in one round, by name. */
export type Round = ReadonlyMap<string, Measured>

/** Seconds that a part of a request takes, of a machine whose cores are all at work. */
export type Costs = {
  hello: number
  select: number
  trip: number
  write: number
  refresh: number
  signature: number
}

export type Limit = { made: string; cost(costs: Costs): number }

/**
 * No route signs and does nothing else: where a signature is needed, the limit is the rate at which the sum of its parts
 * would run. A signature is `bare signature` less `bare hello`, which a Worker of a few lines answers in the same
 * runtime: one of Node could be faster or slower, as its cryptography is another.
 */
export const limits = {
  hello: { made: 'edge hello', cost: ({ hello }) => hello },
  select: { made: 'edge + one select', cost: ({ select }) => select },
  selectSign: { made: 'edge + one select + signature', cost: ({ select, signature }) => select + signature },
  write: { made: 'edge + one select + one write', cost: ({ write }) => write },
  refresh: { made: 'edge + one select + the rows of a refresh', cost: ({ refresh }) => refresh },
  writeSign: {
    made: 'edge + one select + one write + signature',
    cost: ({ write, signature }) => write + signature,
  },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** How many requests a second a limit allows, as a round has found it. */
export const rateOf = ({ cost }: Limit, round: Round): number => 1 / cost(costsOf(round))

/** An operation beside a limit: the rate of the limit, and the ratio to it in each round. */
export function compare(operation: string, limit: Limit, rounds: readonly Round[]) {
  const rates = rounds.map(round => rateOf(limit, round))
  const ratios = rounds.map((round, at) => of(round, operation).perSecond / (rates[at] ?? Number.NaN))
  return { operation, made: limit.made, limit: median(rates), ratios, ratio: median(ratios) }
}

function costsOf(round: Round): Costs {
  const seconds = (name: string) => 1 / of(round, name).perSecond
  const [hello, select] = [seconds('edge hello'), seconds('edge + one select')]
  return {
    ...{ hello, select, trip: select - hello },
    write: seconds('edge + one select + one write'),
    refresh: seconds('edge + one select + the rows of a refresh'),
    signature: seconds('bare signature') - seconds('bare hello'),
  }
}

/** @throws Error when it was not measured */
export function of(round: Round, name: string): Measured {
  const measured = round.get(name)
  if (!measured) throw new Error(`${name} was not measured.`)
  return measured
}
