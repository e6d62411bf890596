// Formats the results as table rows, and as docs/benchmarks.md.

import type { Floor } from './all-floors.ts'
import type { SignIn } from './all-login.ts'
import type { Pace, Row } from './all-rounds.ts'
import type { ColdStart } from './cold-start.ts'
import { median } from './latency.ts'
import { limits, type Round, rateOf } from './limits.ts'
import { connections } from './load.ts'

export type Results = {
  date: string
  commit: string
  machine: string
  pace: Pace
  rows: Row[]
  rounds: Round[]
  signIn: SignIn
  coldStarts: ColdStart[]
  floors: Floor[]
}

/** Returns the median, and the minimum and the maximum of the rounds. */
function cell(values: readonly number[], digits = 0): string {
  if (values.length === 0) return '–'
  const format = (value: number) => value.toFixed(digits)
  return `${format(median(values))} (${format(Math.min(...values))}–${format(Math.max(...values))})`
}

export const columnsOf = ({ operation, trips, perSecond, p50, p99, limit, ratios, growths }: Row) => ({
  operation,
  trips: trips === undefined ? '–' : String(trips),
  'req/s': cell(perSecond),
  'p50 ms': cell(p50),
  'p99 ms': cell(p99),
  'ratio to the baseline': ratios.length === 0 ? '–' : `${cell(ratios, 2)} of ${limit}`,
  'cost growth': cell(growths, 2),
})

export const limitColumns = (rounds: readonly Round[]) =>
  Object.values(limits).map(limit => ({
    baseline: limit.label,
    'req/s': cell(rounds.map(round => rateOf(limit, round))),
  }))

export const signInColumns = ({ operation, trips, ms, scryptMs }: SignIn) => ({
  operation,
  trips: String(trips),
  ms: cell(ms),
  'one scrypt alone, ms': cell(scryptMs),
})

export const coldStartColumns = ({ worker, gzippedKb, ms }: ColdStart) => ({
  Worker: worker,
  'gzipped kB': gzippedKb.toFixed(1),
  'first response, ms more than an empty Worker': cell(ms),
})

const floorColumns = ({ floor, measured, isMet }: Floor) => ({
  floor,
  measured,
  verdict: isMet ? 'met' : '**missed**',
})

/** Returns a Markdown table. All rows have the same columns. */
function table(rows: readonly Record<string, string>[]): string {
  const [first = {}] = rows
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(Object.keys(first)),
    `|${'---|'.repeat(Object.keys(first).length)}`,
    ...rows.map(row => line(Object.values(row))),
  ].join('\n')
}

/** Returns the results as JSON: every number of the page, and those of each round. */
export function jsonOf({ rounds, ...results }: Results): string {
  const baselines = Object.entries(limits).map(([name, limit]) => [
    name,
    rounds.map(round => rateOf(limit, round)),
  ])
  return `${JSON.stringify({ ...results, baselines: Object.fromEntries(baselines) }, null, 2)}\n`
}

/** Returns the page. It contains no host name or path of the machine. */
export function pageOf(results: Results): string {
  const { date, commit, machine, pace, rows, rounds, signIn, coldStarts, floors } = results
  const missed = floors.filter(({ isMet }) => !isMet)
  const parts = [...new Set(rows.map(({ part }) => part))]
  return `# Benchmarks

This page shows how fast each area is, compared with baselines of the same run. Written by \`npm run bench\` on ${date}, at commit ${commit}: ${machine}. The numbers are also in [benchmarks.json](benchmarks.json).

## How to read it

The whole system runs on the machine that also sends the requests, each Worker in one isolate. Requests per second depend on
this machine; compare the ratios instead. Each operation is compared with a baseline of the same round: a route of the same
system that does only the minimum that the operation needs:

${table(limitColumns(rounds))}

The cost of a signature is the difference of two minimal Workers, one of which signs with RS256; the baselines with a signature
are sums. Each number is the median of ${pace.rounds} rounds, followed by the minimum and the maximum. Smaller differences are
noise.

- **trips**: round trips to the database of one request.
- **req/s**, **p50**, **p99**: ${connections} connections that send the next request after each response, for about ${pace.seconds} s in
  each round; operations that cannot be repeated (sessions, ends of tokens) ${connections * pace.requestsPerConnection} times. All cores are busy, so latencies
  grow with the number of connections.
- **cost growth**: the duration of a single request on the measured database, divided by its duration on a small one: demo data
  of size M and of size S (100 times the students, 150 times the sessions). Tokens, their audit and the log of deliveries have
  at least 10 times as many rows. 1 is no growth.
- \`…\` stands for \`/v1/installs/{installSid}\`.

## Floors

${missed.length === 0 ? 'All floors are met.' : `Not met: ${missed.length} of ${floors.length}.\n\n${missed.map(({ floor, measured }) => `- ${floor}; measured: ${measured}`).join('\n')}`}

## Operations

${parts.map(part => `### ${capitalised(part)}\n\n${table(rows.filter(row => row.part === part).map(columnsOf))}`).join('\n\n')}

Cost growth is not measured (–) for operations that cannot be repeated on a session or a token, which read and write a few rows by
their keys, nor for deliveries, whose number does not depend on the data. The deliveries of a backlog share their trips;
\`npm run bench -- webhooks\` counts these.

## Slow by design

${table([signInColumns(signIn)])}

A sign-in costs one scrypt (N = 2^15, r = 8, p = 3), also for an unknown account. Sign-ins were sent one at a time.

## Cold start

${table(coldStarts.map(coldStartColumns))}

The time from the start of a workerd with only this Worker, as deployed, to its first response without the database, minus
the same time of an empty Worker.

## All floors

${table(floors.map(floorColumns))}
`
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
