// The comparison with oidc-provider, and its page docs/peers.md.

import { median } from './latency.ts'
import type { Measured } from './load.ts'

export type Side = 'invigil' | 'peer'

/** The measurements of one round, by operation. */
export type PeerRound = ReadonlyMap<string, Record<Side, Measured>>

/** The floors of the ratio to oidc-provider. */
const floors: Record<string, number> = { issue: 0.25, refresh: 1.1, introspect: 0.6, JWKS: 0.5 }

export type Compared = {
  operation: string
  /** Requests per second: the medians of the rounds. */
  invigil: number
  'oidc-provider': number
  'p99 ms': number
  'its p99 ms': number
  /** The median of the ratios of the rounds. */
  ratio: number
  lowest: number
  highest: number
  floor: number
}

export function comparedOf(rounds: readonly PeerRound[]): Compared[] {
  const names = [...(rounds[0]?.keys() ?? [])]
  return names.map(name => {
    const runs = rounds.flatMap(round => round.get(name) ?? [])
    const rate = (side: Side) => median(runs.map(run => run[side].perSecond))
    const p99 = (side: Side) => median(runs.map(run => run[side].p99))
    const ratios = runs.map(run => run.invigil.perSecond / run.peer.perSecond)
    return {
      ...{ operation: name, invigil: Math.round(rate('invigil')), 'oidc-provider': Math.round(rate('peer')) },
      ...{ 'p99 ms': p99('invigil'), 'its p99 ms': p99('peer'), ratio: rounded(median(ratios)) },
      ...{
        lowest: rounded(Math.min(...ratios)),
        highest: rounded(Math.max(...ratios)),
        floor: floors[name] ?? 0,
      },
    }
  })
}

const rounded = (ratio: number) => Math.round(ratio * 100) / 100

type Page = { date: string; machine: string; rounds: number; compared: readonly Compared[] }

/** Returns docs/peers.md. */
export function pageOf({ date, machine, rounds, compared }: Page): string {
  const missed = compared.filter(({ ratio, floor }) => ratio < floor).map(({ operation }) => operation)
  const rows = compared.map(
    row =>
      `| ${row.operation} | ${row.invigil} | ${row['p99 ms']} | ${row['oidc-provider']} | ${row['its p99 ms']} | ${row.ratio} (${row.lowest}–${row.highest}) | ${row.floor} |`,
  )
  return `# Comparison with oidc-provider

This page compares the token service with [oidc-provider](https://github.com/panva/node-oidc-provider), an authorization server
for Node. Written by \`npm run bench -- peers\` on ${date}: ${machine}. The numbers are also in [peers.json](peers.json).

Floors of the ratio that are not met: ${missed.join(', ') || 'none'}.

| operation | Invigil, req/s | p99 ms | oidc-provider, req/s | p99 ms | ratio | floor |
|---|---|---|---|---|---|---|
${rows.join('\n')}

Each number is the median of ${rounds} rounds, in which both run one after the other on the same machine and the same Postgres, with 16
connections. The range is that of the rounds.

The operations match, but do not do the same work:

- **issue**: Invigil writes a family, a token and a record of the audit, checks a policy, and signs an element token with RS256. oidc-provider
  writes one row for a client's credentials and signs nothing.
- **refresh**: both replace the presented token. Invigil does so in one transaction, so that of parallel refreshes of a token one
  succeeds, and signs nothing. oidc-provider reads, then writes, in five statements.
- **introspect**: both read the token from the database and authenticate the caller.
- **JWKS**: both publish RSA keys. Each request to Invigil passes through the edge Worker.
`
}
