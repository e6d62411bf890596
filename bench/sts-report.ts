// What the bench of the token service prints: each operation against its limit, and against what it should beat.

import { median } from './latency.ts'
import { compare, type Limit, limits, of, type Round } from './limits.ts'
import type { Measured } from './load.ts'

export type Operation = { name: string; trips: number }

const floor = 0.6
const aim = 0.8

/** Requests per second of a Node OpenID provider on Postgres, on 2 cores. */
const targets: Record<string, number> = { issue: 990, introspect: 1490, refresh: 690 }

/**
 * The one limit that an operation is judged by: a route that does nothing but what the operation cannot do without, its
 * trips, its commit and its signature. Introspection and the read ask once. Issue and refresh ask, decide, and then
 * commit what they decided: no two selects match that, as neither writes, syncs the log or takes a lock. A refresh owes
 * three rows: its family's next generation, the token, and its record in the audit.
 */
const matching: Record<string, Limit> = {
  issue: limits.writeSign,
  refresh: limits.refresh,
  introspect: limits.select,
  'authorised read': limits.select,
  JWKS: limits.hello,
}

/** Limits that leave out rows, the write, or the second trip too; a second select is `edge + one select` less `edge hello`. */
const beside: Record<string, Limit[]> = {
  issue: [
    limits.selectSign,
    {
      made: 'edge + two selects + signature',
      cost: ({ select, trip, signature }) => select + trip + signature,
    },
  ],
  refresh: [limits.write, { made: 'edge + two selects', cost: ({ select, trip }) => select + trip }],
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

const shown = ({ operation, made, limit, ratios, ratio }: ReturnType<typeof compare>) => ({
  operation,
  limit: made,
  'limit req/s': Math.round(limit),
  ratio: ratio.toFixed(2),
  spread: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
})

const failuresOf = (runs: readonly Measured[]): number => runs.reduce((sum, { failed }) => sum + failed, 0)

const said = (isMet: boolean): string => (isMet ? 'met' : 'missed')
