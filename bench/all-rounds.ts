// Measures parts in rounds. Each round runs all operations one after another, so that other load of the machine
// affects all of them equally.

import type { Progress } from '../tools/progress.ts'
import type { MeasuredSystem, Operation, Part } from './all-operation.ts'
import { median, percentile } from './latency.ts'
import { type LimitName, limits, of, type Round, rateOf } from './limits.ts'
import { connections, type Load, type Measured, measure, senderOf } from './load.ts'
import { bareLoads, limitLoads } from './sts-operations.ts'

export type Pace = {
  rounds: number
  /** The approximate duration of an operation in each round; 0 sends one request for each connection. */
  seconds: number
  /** The requests of each connection, for operations that cannot be repeated. */
  requestsPerConnection: number
  /** The number of single requests in each round, sent alternately to the large and the small system. */
  pairs: number
}

/** The results of an operation, one number for each round. Times are in ms; `single` are those of single requests. */
export type Row = {
  operation: string
  part: string
  /** Absent if requests share their round trips. */
  trips?: number
  perSecond: number[]
  p50: number[]
  p99: number[]
  /** The baseline, and the ratios to it. */
  limit?: string
  ratios: number[]
  growths: number[]
  single: number[]
  failed: number
  /** Floors, if any: of the ratio, the rate, p99, and p95 of single requests. */
  minRatio?: number
  minPerSecond?: number
  maxP99?: number
  targetMs?: number
  aimRatio?: number
  aimMs?: number
}

export type Measurable = {
  large: MeasuredSystem
  bareUrl: string
  small: Map<string, Operation>
  smallUrl: string
}

/** Returns the rows of all parts, and the baselines of each round of each part. */
export async function measureParts(
  parts: readonly Part[],
  systems: Measurable,
  { progress, ...pace }: Pace & { progress: Progress },
): Promise<{ rows: Row[]; rounds: Round[] }> {
  const runner = runnerFor(systems, pace)
  progress.extend(pace.rounds * parts.length)
  progress.step('warm-up')
  if (pace.seconds > 0) await warmUp(parts, runner)
  const rows = new Map<string, Row>()
  const rounds: Round[] = []
  for (let round = 0; round < pace.rounds; round += 1)
    for (const part of parts) {
      progress.step(`${part.name}, round ${round + 1} of ${pace.rounds}`)
      const operations = await part.operations(pace.requestsPerConnection)
      const measured = await measureRound(operations, part, runner, {
        round,
        requestsPerConnection: pace.requestsPerConnection,
      })
      rounds.push(measured)
      for (const operation of operations) {
        const row = rows.get(operation.name) ?? emptyRow(operation, part)
        rows.set(operation.name, row)
        addMeasurement(row, measured, operation)
        if (!part.ordered) await measureSingles(row, operation, systems, pace.pairs)
      }
    }
  return { rows: [...rows.values()], rounds }
}

/** Runs twice: the first run sets the number of requests of the second. After five executions a connection caches the plan. */
async function warmUp(parts: readonly Part[], runner: Runner): Promise<void> {
  for (const round of [0, 1])
    for (const part of parts)
      await measureRound(await part.operations(1), part, runner, { round, requestsPerConnection: 1 })
}

const warmUpShare = 0.2

type Runner = {
  limits: Load[]
  atRate(load: Load): Promise<Measured>
  /** Sends all requests of an operation that cannot be repeated. */
  once(load: Load, requestsPerConnection: number): Promise<Measured>
}

/**
 * Sends a number of requests, not for a duration, so that all responses arrive before the next operation starts and
 * do not affect it. The number is that of `seconds` at the last measured rate.
 */
function runnerFor({ large, bareUrl }: Measurable, { seconds }: Pace): Runner {
  const rates = new Map<string, number>()
  const bareNames = new Set<string>(bareLoads.map(({ name }) => name))
  return {
    limits: [...bareLoads, ...limitLoads],
    async atRate(load) {
      const baseUrl = bareNames.has(load.name) ? bareUrl : large.baseUrl
      const { maxRequests = Number.POSITIVE_INFINITY } = load
      const requests = Math.min((rates.get(load.name) ?? 0) * seconds, maxRequests - connections / 2)
      const requestsPerConnection = Math.max(1, Math.round(requests / connections))
      if (requestsPerConnection > 1)
        await measure(baseUrl, load, {
          requestsPerConnection: Math.ceil(requestsPerConnection * warmUpShare),
        })
      const measured = await measure(baseUrl, load, { requestsPerConnection })
      rates.set(load.name, measured.perSecond)
      return measured
    },
    once: (load, requestsPerConnection) => measure(large.baseUrl, load, { requestsPerConnection }),
  }
}

async function measureRound(
  operations: readonly Operation[],
  { ordered = false }: Part,
  { limits, atRate, once }: Runner,
  { round, requestsPerConnection }: { round: number; requestsPerConnection: number },
): Promise<Round> {
  const baselines = limits.map(load => ({ load, run: atRate }))
  const measuredOperations = operations.map(load => ({
    load,
    run: ordered ? (load: Load) => once(load, requestsPerConnection) : atRate,
  }))
  // The order alternates, so that neither a baseline nor an operation always runs later.
  const order = [...baselines, ...measuredOperations]
  const reversed = ordered ? [...measuredOperations, ...baselines] : order.toReversed()
  const measured = new Map<string, Measured>()
  for (const { load, run } of round % 2 === 0 ? order : reversed) measured.set(load.name, await run(load))
  return measured
}

const emptyRow = ({ name, limit, minRatio, targetMs, aimRatio, aimMs }: Operation, part: Part): Row => ({
  ...{ operation: name, part: part.name, trips: 0, limit: limits[limit].label, failed: 0 },
  ...{ perSecond: [], p50: [], p99: [], ratios: [], growths: [], single: [] },
  ...(minRatio !== undefined && { minRatio }),
  ...(targetMs !== undefined && { targetMs }),
  ...(aimRatio !== undefined && { aimRatio }),
  ...(aimMs !== undefined && { aimMs }),
})

function addMeasurement(row: Row, round: Round, { name, limit }: { name: string; limit: LimitName }): void {
  const { perSecond, p50, p99, failed, trips } = of(round, name)
  row.perSecond.push(perSecond)
  row.p50.push(p50)
  row.p99.push(p99)
  row.ratios.push(perSecond / rateOf(limits[limit], round))
  row.failed += failed
  row.trips = Math.max(row.trips ?? 0, trips)
}

const singlesWithinMs = 6_000

/** Sends single requests, alternately to the large and the small system. Slow operations get fewer requests. */
async function measureSingles(
  row: Row,
  operation: Operation,
  { large, small, smallUrl }: Measurable,
  pairs: number,
): Promise<void> {
  const counterpart = small.get(operation.name)
  if (!counterpart) throw new Error(`${operation.name} does not exist on the small system.`)
  const [sendLarge, sendSmall] = [
    await senderOf(large.baseUrl, operation),
    await senderOf(smallUrl, counterpart),
  ]
  // Warms the small system up, as the large one has just been measured. Writes are skipped because they would enlarge it.
  if (pairs > 1 && operation.method === 'GET')
    await measure(smallUrl, counterpart, { requestsPerConnection: pairs })
  await sendLarge()
  await sendSmall()
  const [largeMs, smallMs]: [number[], number[]] = [[], []]
  const startedAt = performance.now()
  while (largeMs.length < pairs && performance.now() - startedAt < singlesWithinMs) {
    const { ms, trips } = await sendLarge()
    largeMs.push(ms)
    row.trips = Math.max(row.trips ?? 0, trips)
    smallMs.push((await sendSmall()).ms)
  }
  row.growths.push(median(largeMs) / median(smallMs))
  row.single.push(percentile(largeMs, 95))
}
