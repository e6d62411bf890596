// The metrics of an isolate, in memory. On one machine each Worker is one isolate, and the edge collects its metrics.

import { bucketBounds, type MetricName, type Series } from './definitions.ts'

export type Registry = {
  /** Adds to a counter. */
  add(name: MetricName, labels: string[], amount?: number): void
  /** Sets a gauge. */
  set(name: MetricName, value: number): void
  /** Adds a value to a histogram. */
  observe(name: MetricName, labels: string[], value: number): void
  snapshot(): Series[]
}

export function newRegistry(): Registry {
  const all = new Map<string, Series>()
  function seriesOf(name: MetricName, labels: string[]): Series {
    const key = `${name} ${labels.join(' ')}`
    let series = all.get(key)
    if (!series) {
      series = { name, labels, value: 0 }
      all.set(key, series)
    }
    return series
  }
  return {
    add(name, labels, amount = 1) {
      seriesOf(name, labels).value += amount
    },
    set(name, value) {
      seriesOf(name, []).value = value
    },
    observe(name, labels, value) {
      const series = seriesOf(name, labels)
      series.buckets ??= new Array(bucketBounds.length + 1).fill(0)
      const at = bucketBounds.findIndex(bound => value <= bound)
      const bucket = at === -1 ? bucketBounds.length : at
      series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
      series.value += value
    },
    snapshot: () => [...all.values()],
  }
}

/** The registry of this isolate. Several logs of a Worker record into it. */
export const registry = newRegistry()
