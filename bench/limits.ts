// The baselines: requests that do only the minimum that an operation needs.

import { median } from './latency.ts'
import type { Measured } from './load.ts'

/** The measurements of one round, by name. */
export type Round = ReadonlyMap<string, Measured>

/** The cost of each part of a request, in seconds, while all cores are busy. */
export type Costs = {
  hello: number
  select: number
  trip: number
  write: number
  refresh: number
  signature: number
}

export type Limit = { label: string; cost(costs: Costs): number }

/**
 * No route only signs. A baseline with a signature is therefore the rate of the sum of its parts. The cost of a
 * signature is `bare signature` minus `bare hello`, both served by a minimal Worker in the same runtime: the
 * cryptography of Node differs.
 */
export const limits = {
  hello: { label: 'edge hello', cost: ({ hello }) => hello },
  select: { label: 'edge + one select', cost: ({ select }) => select },
  selectSign: { label: 'edge + one select + signature', cost: ({ select, signature }) => select + signature },
  write: { label: 'edge + one select + one write', cost: ({ write }) => write },
  refresh: { label: 'edge + one select + the rows of a refresh', cost: ({ refresh }) => refresh },
  writeSign: {
    label: 'edge + one select + one write + signature',
    cost: ({ write, signature }) => write + signature,
  },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** Returns the rate of a baseline in a round, in requests per second. */
export const rateOf = ({ cost }: Limit, round: Round): number => 1 / cost(costsOf(round))

/** Compares an operation with a baseline: the rate of the baseline, and the ratio to it in each round. */
export function compare(operation: string, limit: Limit, rounds: readonly Round[]) {
  const rates = rounds.map(round => rateOf(limit, round))
  const ratios = rounds.map((round, at) => of(round, operation).perSecond / (rates[at] ?? Number.NaN))
  return { operation, label: limit.label, limit: median(rates), ratios, ratio: median(ratios) }
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

/** Returns the measurement of this name. @throws Error if there is none */
export function of(round: Round, name: string): Measured {
  const measured = round.get(name)
  if (!measured) throw new Error(`${name} was not measured.`)
  return measured
}
