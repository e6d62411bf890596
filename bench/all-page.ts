// Writes the results down: as the rows of a table, and as docs/benchmarks.md.

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

/** The median, and from the least to the greatest of the rounds. */
function cell(values: readonly number[], digits = 0): string {
  if (values.length === 0) return '–'
  const shown = (value: number) => value.toFixed(digits)
  return `${shown(median(values))} (${shown(Math.min(...values))}–${shown(Math.max(...values))})`
}

export const columnsOf = ({ operation, trips, perSecond, p50, p99, limit, ratios, growths }: Row) => ({
  operation,
  trips: trips === undefined ? '–' : String(trips),
  'req/s': cell(perSecond),
  'p50 ms': cell(p50),
  'p99 ms': cell(p99),
  'ratio to the bare limit': ratios.length === 0 ? '–' : `${cell(ratios, 2)} of ${limit}`,
  'cost growth': cell(growths, 2),
})

export const limitColumns = (rounds: readonly Round[]) =>
  Object.values(limits).map(limit => ({
    'bare limit': limit.made,
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
  'first answer, ms more than an empty Worker': cell(ms),
})

const floorColumns = ({ floor, measured, isMet }: Floor) => ({
  floor,
  measured,
  verdict: isMet ? 'met' : '**missed**',
})

/** A Markdown table of rows that all have the same columns. */
function table(rows: readonly Record<string, string>[]): string {
  const [first = {}] = rows
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(Object.keys(first)),
    `|${'---|'.repeat(Object.keys(first).length)}`,
    ...rows.map(row => line(Object.values(row))),
  ].join('\n')
}

/** The page. It says nothing of whose machine it was. */
export function pageOf(results: Results): string {
  const { date, commit, machine, pace, rows, rounds, signIn, coldStarts, floors } = results
  const missed = floors.filter(({ isMet }) => !isMet)
  const parts = [...new Set(rows.map(({ part }) => part))]
  return `# Benchmarks

This page shows how fast each area is, beside bare limits of the same run. Written by \`npm run bench\` on ${date}, at commit ${commit}: ${machine}.

## How to read it

The whole system runs on the machine that also sends the requests, each Worker in one isolate, so that requests per second
say little by themselves: the ratio does. Each operation is held against a bare limit of the same round, a route of the same
system that does nothing but what the operation cannot do without:

${table(limitColumns(rounds))}

A signature is the difference of two Workers of a few lines, one of which signs with RS256; the limits with a signature are
sums. Each number is the median of ${pace.rounds} rounds, with the least and the greatest of them beside it: what differs by
less is noise.

- **trips**: round trips to the database of one request.
- **req/s**, **p50**, **p99**: ${connections} connections that send the next request when the answer is there, for about ${pace.seconds} s in
  each round; what can be asked but once (sessions, ends of tokens) ${connections * pace.turns} times. Latencies are those of a machine with no
  core to spare, and grow with the connections.
- **cost growth**: how many times as long one request takes, with no other under way, on the database that was measured as on
  a small one: demo data of size M and of size S (100 times the students, 150 times the sessions). Of tokens, their audit and the
  log of deliveries there are at least 10 times as many rows. 1 is no growth.
- \`…\` stands for \`/v1/installs/{installSid}\`.

## Floors

${missed.length === 0 ? 'All are met.' : `Not met: ${missed.length} of ${floors.length}.\n\n${missed.map(({ floor, measured }) => `- ${floor}; measured: ${measured}`).join('\n')}`}

## Operations

${parts.map(part => `### ${capitalised(part)}\n\n${table(rows.filter(row => row.part === part).map(columnsOf))}`).join('\n\n')}

No cost growth is given (–) for what a session or a token can take but once, which reads and writes a handful of rows by their
keys, nor for deliveries, whose number does not depend on the data. A backlog's deliveries share their trips, and
\`npm run bench -- webhooks\` counts those.

## Slow on purpose

${table([signInColumns(signIn)])}

A sign-in costs one scrypt (N = 2^15, r = 8, p = 3), whether or not there is such an account; one at a time was sent.

## Cold start

${table(coldStarts.map(coldStartColumns))}

From the start of a workerd with this Worker alone, as it would be deployed, to its first answer without the database; less
the same of an empty Worker.

## All floors

${table(floors.map(floorColumns))}
`
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
