// What should hold of the numbers, and whether it does.

import { budgets } from '../tools/build/worker-size.ts'
import type { Row } from './all-rounds.ts'
import type { ColdStart } from './cold-start.ts'
import { median } from './latency.ts'

export type Floor = { floor: string; measured: string; isMet: boolean }

const atLeast = (floor: string, least: number, values: readonly number[], digits: number): Floor => ({
  ...{ floor: `${floor}: at least ${least}`, measured: median(values).toFixed(digits) },
  isMet: median(values) >= least,
})

const atMost = (floor: string, most: number, values: readonly number[], digits: number): Floor => ({
  ...{ floor: `${floor}: at most ${most}`, measured: median(values).toFixed(digits) },
  isMet: median(values) <= most,
})

export const floorsOf = (rows: readonly Row[], coldStarts: readonly ColdStart[]): Floor[] => [
  ...rows.flatMap(floorsOfRow),
  ...coldStarts.map(({ worker, gzippedKb }) =>
    atMost(`kB of the Worker ${worker}, gzipped`, budgets[worker], [gzippedKb], 0),
  ),
]

function floorsOfRow(row: Row): Floor[] {
  const { operation, trips, limit, leastRatio, leastPerSecond, mostP99, targetMs } = row
  const mostTrips = operation.startsWith('`GET') ? 1 : 2
  return [
    // A row for each would hide the others.
    ...(trips === undefined || trips <= mostTrips
      ? []
      : [atMost(`${operation}, trips`, mostTrips, [trips], 0)]),
    ...(leastRatio === undefined
      ? []
      : [atLeast(`${operation}, ratio to ${limit}`, leastRatio, row.ratios, 2)]),
    ...(leastPerSecond === undefined
      ? []
      : [atLeast(`${operation}, a second`, leastPerSecond, row.perSecond, 0)]),
    ...(mostP99 === undefined ? [] : [atMost(`${operation}, p99 ms`, mostP99, row.p99, 0)]),
    ...(targetMs === undefined
      ? []
      : [atMost(`${operation}, p95 ms of requests that are alone`, targetMs, row.single, 1)]),
  ]
}
