// Prints the results of the token service: each operation compared with its baseline and its target.

import { median } from './latency.ts'
import { compare, type Limit, limits, of, type Round } from './limits.ts'
import type { Measured } from './load.ts'

export type Operation = { name: string; trips: number }

const floor = 0.6
const aim = 0.8

/** Targets in requests per second: those of a Node OpenID provider on Postgres, on 2 cores. */
const targets: Record<string, number> = { issue: 990, introspect: 1490, refresh: 690 }

/**
 * The baseline of each operation: a route with only the round trips, the commit and the signature that the operation
 * needs. Introspection and the read take one round trip. Issue and refresh read, decide, and commit a write: two selects
 * do not match this, because they neither write, sync the log nor take a lock. A refresh writes three rows: the next
 * generation of its family, the token, and its audit record.
 */
const matching: Record<string, Limit> = {
  issue: limits.writeSign,
  refresh: limits.refresh,
  introspect: limits.select,
  'authorised read': limits.select,
  JWKS: limits.hello,
}

/** Baselines without some rows, the write, or the second trip. A second select is `edge + one select` minus `edge hello`. */
const smaller: Record<string, Limit[]> = {
  issue: [
    limits.selectSign,
    {
      label: 'edge + two selects + signature',
      cost: ({ select, trip, signature }) => select + trip + signature,
    },
  ],
  refresh: [limits.write, { label: 'edge + two selects', cost: ({ select, trip }) => select + trip }],
}

/** Prints the tables. Returns the number of failed requests. */
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
        target: target === undefined ? '' : `${target}: ${verdict(perSecond > target)}`,
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
        ...columnsOf(compared),
        [`floor ${floor}`]: verdict(ratio >= floor),
        [`aim ${aim}`]: verdict(ratio >= aim),
      }
    }),
  )
  console.log('For information, baselines that do less than the operation must:')
  console.table(
    operations.flatMap(({ name }) =>
      (smaller[name] ?? []).map(limit => columnsOf(compare(name, limit, rounds))),
    ),
  )
  return rounds.reduce((sum, round) => sum + failuresOf([...round.values()]), 0)
}

const columnsOf = ({ operation, label, limit, ratios, ratio }: ReturnType<typeof compare>) => ({
  operation,
  limit: label,
  'limit req/s': Math.round(limit),
  ratio: ratio.toFixed(2),
  spread: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
})

const failuresOf = (runs: readonly Measured[]): number => runs.reduce((sum, { failed }) => sum + failed, 0)

const verdict = (isMet: boolean): string => (isMet ? 'met' : 'missed')
