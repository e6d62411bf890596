// The limits that the results must meet, and whether they do.

import { budgets } from '../tools/build/worker-size.ts'
import type { Row } from './all-rounds.ts'
import type { ColdStart } from './cold-start.ts'
import { median } from './latency.ts'

export type Floor = { floor: string; measured: string; isMet: boolean }

const atLeast = (floor: string, min: number, values: readonly number[], digits: number): Floor => ({
  ...{ floor: `${floor}: at least ${min}`, measured: median(values).toFixed(digits) },
  isMet: median(values) >= min,
})

const atMost = (floor: string, max: number, values: readonly number[], digits: number): Floor => ({
  ...{ floor: `${floor}: at most ${max}`, measured: median(values).toFixed(digits) },
  isMet: median(values) <= max,
})

export const floorsOf = (rows: readonly Row[], coldStarts: readonly ColdStart[]): Floor[] => [
  ...rows.flatMap(floorsOfRow),
  ...coldStarts.map(({ worker, gzippedKb }) =>
    atMost(`kB of the Worker ${worker}, gzipped`, budgets[worker], [gzippedKb], 0),
  ),
]

function floorsOfRow(row: Row): Floor[] {
  const { operation, trips, limit, minRatio, minPerSecond, maxP99, targetMs, aimRatio, aimMs } = row
  const maxTrips = operation.startsWith('`GET') ? 1 : 2
  return [
    // Listed only if exceeded: one row for each operation would hide the others.
    ...(trips === undefined || trips <= maxTrips
      ? []
      : [atMost(`${operation}, trips`, maxTrips, [trips], 0)]),
    ...(minRatio === undefined ? [] : [atLeast(`${operation}, ratio to ${limit}`, minRatio, row.ratios, 2)]),
    ...(aimRatio === undefined ? [] : [atLeast(`${operation}, ratio to ${limit}`, aimRatio, row.ratios, 2)]),
    ...(minPerSecond === undefined
      ? []
      : [atLeast(`${operation}, a second`, minPerSecond, row.perSecond, 0)]),
    ...(maxP99 === undefined ? [] : [atMost(`${operation}, p99 ms`, maxP99, row.p99, 0)]),
    ...(targetMs === undefined
      ? []
      : [atMost(`${operation}, p95 ms of single requests`, targetMs, row.single, 1)]),
    ...(aimMs === undefined ? [] : [atMost(`${operation}, p95 ms of single requests`, aimMs, row.single, 1)]),
  ]
}
