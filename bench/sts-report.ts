// What the bench of the token service prints: each operation against its limit, and against what it should beat.

import type { Measured } from './sts-load.ts'

/** What was measured in one round, by name. */
export type Round = ReadonlyMap<string, Measured>
export type Operation = { name: string; trips: number }

const floor = 0.6
const aim = 0.8

/** Requests per second of a Node OpenID provider on Postgres, on 2 cores. */
const targets: Record<string, number> = { issue: 990, introspect: 1490, refresh: 690 }

/** Seconds that a part of a request takes, of a machine whose cores are all at work. */
type Costs = { hello: number; select: number; trip: number; write: number; signature: number }

type Limit = { made: string; cost(costs: Costs): number }

const oneSelect: Limit = { made: 'edge + one select', cost: ({ select }) => select }

/**
 * The one limit that an operation is judged by: a route that does nothing but what the operation cannot do without, its
 * trips, its commit and its signature. Introspection and the read ask once. Issue and refresh ask, decide, and then
 * commit what they decided: no two selects match that, as neither writes, syncs the log or takes a lock.
 * No route signs and does nothing else: the limit is the rate at which the sum of its parts would run. A signature is
 * `bare signature` less `bare hello`, which a Worker of a few lines answers in the same runtime: one of Node could be
 * faster or slower, as its cryptography is another.
 */
const matching: Record<string, Limit> = {
  issue: {
    made: 'edge + one select + one write + signature',
    cost: ({ write, signature }) => write + signature,
  },
  refresh: { made: 'edge + one select + one write', cost: ({ write }) => write },
  introspect: oneSelect,
  'authorised read': oneSelect,
  JWKS: { made: 'edge hello', cost: ({ hello }) => hello },
}

/** Limits that leave out the write, or the second trip too; a second select is `edge + one select` less `edge hello`. */
const beside: Record<string, Limit[]> = {
  issue: [
    { made: 'edge + one select + signature', cost: ({ select, signature }) => select + signature },
    {
      made: 'edge + two selects + signature',
      cost: ({ select, trip, signature }) => select + trip + signature,
    },
  ],
  refresh: [{ made: 'edge + two selects', cost: ({ select, trip }) => select + trip }],
}

/** Prints the tables; answers how many requests failed. */
export function printOperations(operations: readonly Operation[], rounds: readonly Round[]): number {
  const names = [...new Set(rounds.flatMap(round => [...round.keys()]))]
  const trips = new Map(operations.map(({ name, trips }) => [name, trips]))
  console.table(
    names.map(name => {
      const runs = rounds.map(round => of(round, name))
      const perSecond = median(runs.map(run => run.perSecond))
      const target = targets[name]
      return {
        request: name,
        'req/s': Math.round(perSecond),
        'p50 ms': median(runs.map(({ p50 }) => p50)),
        'p99 ms': median(runs.map(({ p99 }) => p99)),
        trips: trips.get(name) ?? '',
        failed: failuresOf(runs),
        'to beat': target === undefined ? '' : `${target}: ${said(perSecond > target)}`,
      }
    }),
  )
  console.table(
    operations.flatMap(({ name }) => {
      const limit = matching[name]
      if (!limit) return []
      const compared = compare(name, limit, rounds)
      const { ratio } = compared
      return {
        ...shown(compared),
        [`floor ${floor}`]: said(ratio >= floor),
        [`aim ${aim}`]: said(ratio >= aim),
      }
    }),
  )
  console.log('For information, limits that do less than the operation must:')
  console.table(
    operations.flatMap(({ name }) => (beside[name] ?? []).map(limit => shown(compare(name, limit, rounds)))),
  )
  return rounds.reduce((sum, round) => sum + failuresOf([...round.values()]), 0)
}

/** An operation beside a limit: the ratios of each round, and their median. */
function compare(operation: string, { made, cost }: Limit, rounds: readonly Round[]) {
  const limits = rounds.map(round => 1 / cost(costsOf(round)))
  const ratios = rounds.map((round, at) => of(round, operation).perSecond / (limits[at] ?? Number.NaN))
  return { operation, made, limit: median(limits), ratios, ratio: median(ratios) }
}

const shown = ({ operation, made, limit, ratios, ratio }: ReturnType<typeof compare>) => ({
  operation,
  limit: made,
  'limit req/s': Math.round(limit),
  ratio: ratio.toFixed(2),
  spread: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
})

function costsOf(round: Round): Costs {
  const seconds = (name: string) => 1 / of(round, name).perSecond
  const [hello, select] = [seconds('edge hello'), seconds('edge + one select')]
  return {
    ...{ hello, select, trip: select - hello },
    write: seconds('edge + one select + one write'),
    signature: seconds('bare signature') - seconds('bare hello'),
  }
}

function of(round: Round, name: string): Measured {
  const measured = round.get(name)
  if (!measured) throw new Error(`${name} was not measured.`)
  return measured
}

const failuresOf = (runs: readonly Measured[]): number => runs.reduce((sum, { failed }) => sum + failed, 0)

const said = (isMet: boolean): string => (isMet ? 'met' : 'missed')

/** The middle one; rounds are odd in number. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
