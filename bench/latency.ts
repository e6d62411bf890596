// How long requests take: the numbers that tell of many, and how to time one that is the only one.

const warmUps = 5
const requests = 40
const requestsWhenSlow = 5
const budgetMs = 40_000 // 40 requests of a second each; what is slower is asked less often

export type Latency = { p50: number; p95: number; requests: number }

/**
 * Sends one request at a time: 5 to warm up, then up to 40 that count.
 * @param send is told which turn it is, from 0 on, and answers how many ms its request took
 */
export async function measureLatency(send: (turn: number) => Promise<number>): Promise<Latency> {
  const warm: number[] = []
  for (let turn = 0; turn < warmUps; turn++) warm.push(await send(turn))
  const affordable = Math.floor(budgetMs / percentile(warm, 50))
  const count = Math.min(requests, Math.max(requestsWhenSlow, affordable))

  const times: number[] = []
  for (let turn = warmUps; turn < warmUps + count; turn++) times.push(await send(turn))
  return { p50: percentile(times, 50), p95: percentile(times, 95), requests: count }
}

/** By nearest rank: the smallest value that is not exceeded by this part of all. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)

/** From the least to the greatest. */
export const spread = (values: readonly number[], digits = 0): string =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`
