// Measures parts in rounds: all operations one after another, again and again, so that whatever else the machine does
// weighs on all of them alike.

import type { Operation, Part, Place } from './all-operation.ts'
import { median, percentile } from './latency.ts'
import { type LimitName, limits, of, type Round, rateOf } from './limits.ts'
import { connections, type Load, type Measured, measure, senderOf } from './load.ts'
import { bareLoads, limitLoads } from './sts-operations.ts'

export type Pace = {
  rounds: number
  /** About how long an operation is asked in each round; each connection asks once where it is 0. */
  seconds: number
  /** How often a connection asks for what can be asked but once. */
  turns: number
  /** How many requests are sent one at a time in each round, to the large system and the small one in turn. */
  pairs: number
}

/** An operation in all rounds: a number of each. Milliseconds; `single` are those of requests that were alone. */
export type Row = {
  operation: string
  part: string
  /** Absent where trips are shared by many. */
  trips?: number
  perSecond: number[]
  p50: number[]
  p99: number[]
  /** What it is held against, and the ratio to that. */
  limit?: string
  ratios: number[]
  growths: number[]
  single: number[]
  failed: number
  /** Floors, where there are any: of the ratio, of the rate, of p99, and of p95 of requests that are alone. */
  leastRatio?: number
  leastPerSecond?: number
  mostP99?: number
  targetMs?: number
}

export type Measurable = { large: Place; bareUrl: string; small: Map<string, Operation>; smallUrl: string }

/** The rows of all parts, and the bare limits as each round of each part has found them. */
export async function measureParts(
  parts: readonly Part[],
  systems: Measurable,
  pace: Pace,
): Promise<{ rows: Row[]; rounds: Round[] }> {
  const asker = askerWith(systems, pace)
  if (pace.seconds > 0) await warmUp(parts, asker)
  const rows = new Map<string, Row>()
  const rounds: Round[] = []
  for (let round = 0; round < pace.rounds; round += 1)
    for (const part of parts) {
      console.error(`Round ${round + 1} of ${pace.rounds}: ${part.name} ...`)
      const operations = await part.operations(pace.turns)
      const measured = await measureRound(operations, part, asker, { round, turns: pace.turns })
      rounds.push(measured)
      for (const operation of operations) {
        const row = rows.get(operation.name) ?? emptyRow(operation, part)
        rows.set(operation.name, row)
        note(row, measured, operation)
        if (!part.ordered) await noteSingles(row, operation, systems, pace.pairs)
      }
    }
  return { rows: [...rows.values()], rounds }
}

/** Twice: the first time says how often to ask at the second. From its sixth run on a connection knows a statement's plan. */
async function warmUp(parts: readonly Part[], asker: Asker): Promise<void> {
  console.error('Warming up ...')
  for (const round of [0, 1])
    for (const part of parts) await measureRound(await part.operations(1), part, asker, { round, turns: 1 })
}

const warmUpPart = 0.2

type Asker = {
  limits: Load[]
  steadily(load: Load): Promise<Measured>
  /** All of what can be asked but once. */
  once(load: Load, turns: number): Promise<Measured>
}

/**
 * Asks by number, not by time, so that all is answered before the next operation is asked: what an earlier one left
 * behind would weigh on it. The number is that of so many seconds at the last rate.
 */
function askerWith({ large, bareUrl }: Measurable, { seconds }: Pace): Asker {
  const rates = new Map<string, number>()
  const bareNames = new Set<string>(bareLoads.map(({ name }) => name))
  return {
    limits: [...bareLoads, ...limitLoads],
    async steadily(load) {
      const baseUrl = bareNames.has(load.name) ? bareUrl : large.baseUrl
      const turns = Math.max(1, Math.round(((rates.get(load.name) ?? 0) * seconds) / connections))
      if (turns > 1) await measure(baseUrl, load, { turns: Math.ceil(turns * warmUpPart) })
      const measured = await measure(baseUrl, load, { turns })
      rates.set(load.name, measured.perSecond)
      return measured
    },
    once: (load, turns) => measure(large.baseUrl, load, { turns }),
  }
}

async function measureRound(
  operations: readonly Operation[],
  { ordered = false }: Part,
  { limits, steadily, once }: Asker,
  { round, turns }: { round: number; turns: number },
): Promise<Round> {
  const least = limits.map(load => ({ load, ask: steadily }))
  const asked = operations.map(load => ({
    load,
    ask: ordered ? (load: Load) => once(load, turns) : steadily,
  }))
  // To and fro, so that neither a limit nor an operation is always the later one.
  const isBack = round % 2 !== 0
  const back = ordered ? [...asked, ...least] : [...least, ...asked].toReversed()
  const measured = new Map<string, Measured>()
  for (const { load, ask } of isBack ? back : [...least, ...asked]) measured.set(load.name, await ask(load))
  return measured
}

const emptyRow = ({ name, limit, leastRatio, targetMs }: Operation, part: Part): Row => ({
  ...{ operation: name, part: part.name, trips: 0, limit: limits[limit].made, failed: 0 },
  ...{ perSecond: [], p50: [], p99: [], ratios: [], growths: [], single: [] },
  ...(leastRatio !== undefined && { leastRatio }),
  ...(targetMs !== undefined && { targetMs }),
})

function note(row: Row, round: Round, { name, limit }: { name: string; limit: LimitName }): void {
  const { perSecond, p50, p99, failed, trips } = of(round, name)
  row.perSecond.push(perSecond)
  row.p50.push(p50)
  row.p99.push(p99)
  row.ratios.push(perSecond / rateOf(limits[limit], round))
  row.failed += failed
  row.trips = Math.max(row.trips ?? 0, trips)
}

const singlesWithinMs = 6_000

/** One request at a time, to the large system and to the small one in turn; slow ones are asked less often. */
async function noteSingles(
  row: Row,
  operation: Operation,
  { large, small, smallUrl }: Measurable,
  pairs: number,
): Promise<void> {
  const counterpart = small.get(operation.name)
  if (!counterpart) throw new Error(`${operation.name} is not there on the small system.`)
  const [sendLarge, sendSmall] = [
    await senderOf(large.baseUrl, operation),
    await senderOf(smallUrl, counterpart),
  ]
  // The large one has been at work just now, and code that runs often runs faster. What is written would make it larger.
  if (pairs > 1 && operation.method === 'GET') await measure(smallUrl, counterpart, { turns: pairs })
  await sendLarge()
  await sendSmall()
  const [ofLarge, ofSmall]: [number[], number[]] = [[], []]
  const startedAt = performance.now()
  while (ofLarge.length < pairs && performance.now() - startedAt < singlesWithinMs) {
    const { ms, trips } = await sendLarge()
    ofLarge.push(ms)
    row.trips = Math.max(row.trips ?? 0, trips)
    ofSmall.push((await sendSmall()).ms)
  }
  row.growths.push(median(ofLarge) / median(ofSmall))
  row.single.push(percentile(ofLarge, 95))
}
