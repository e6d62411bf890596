// Statistics of latencies, and the measurement of single requests.

const warmUps = 5
const requests = 40
const requestsWhenSlow = 5
const budgetMs = 40_000 // 40 requests of a second each; slower requests are sent less often

export type Latency = { p50: number; p95: number; requests: number }

/**
 * Sends one request at a time: 5 to warm up, then up to 40 that are measured.
 * @param send sends the request with this index, counted from 0, and returns its duration in ms
 */
export async function measureLatency(send: (index: number) => Promise<number>): Promise<Latency> {
  const warm: number[] = []
  for (let index = 0; index < warmUps; index++) warm.push(await send(index))
  const affordable = Math.floor(budgetMs / percentile(warm, 50))
  const count = Math.min(requests, Math.max(requestsWhenSlow, affordable))

  const times: number[] = []
  for (let index = warmUps; index < warmUps + count; index++) times.push(await send(index))
  return { p50: percentile(times, 50), p95: percentile(times, 95), requests: count }
}

/** Returns the percentile by nearest rank. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)

/** Returns the minimum and the maximum as text. */
export const spread = (values: readonly number[], digits = 0): string =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`
