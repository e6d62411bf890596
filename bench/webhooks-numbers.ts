import { cpus, loadavg } from 'node:os'

/** By nearest rank: the smallest value that is not exceeded by this part of all. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)

/** From the least to the greatest. */
export const spread = (values: readonly number[], digits = 0): string =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`

/** Starts to watch the cores; what it answers is how many of them were busy since, whoever kept them so. */
export function watchCores(): () => string {
  const before = spent()
  return () => {
    const after = spent()
    const busy = after.busy - before.busy
    return ((busy / (busy + after.idle - before.idle)) * cpus().length).toFixed(1)
  }
}

function spent(): { busy: number; idle: number } {
  const all = cpus().map(({ times }) => times)
  return {
    busy: all.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0),
    idle: all.reduce((sum, { idle }) => sum + idle, 0),
  }
}

/** What the numbers are of. */
export const machine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`
