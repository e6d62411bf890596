// Metrics on Cloudflare: one data point of Workers Analytics Engine for each log line (docs/adr/0013-metrics.md).

type DataPoint = { indexes: [string]; blobs: string[]; doubles: number[] }

/** A binding of Workers Analytics Engine. It does not block the request, and does not throw. */
export type AnalyticsDataset = { writeDataPoint(point: DataPoint): void }

/** The columns `blob1` and following. */
export const blobNames = ['worker', 'message', 'operation', 'status', 'outcome'] as const
/** The columns `double1` and following. */
export const doubleNames = [
  'durationMs',
  'trips',
  'dbMs',
  'published',
  'outboxAgeSeconds',
  'liveAgeSeconds',
] as const

/** Returns the data point of a line. Missing members are empty texts and 0. */
export function toDataPoint(
  worker: string,
  message: string,
  members: Readonly<Record<string, unknown>>,
): DataPoint {
  const { operation, route } = members
  const texts: Record<string, unknown> = { ...members, worker, message, operation: operation ?? route }
  return {
    indexes: [worker],
    blobs: blobNames.map(name => String(texts[name] ?? '')),
    doubles: doubleNames.map(name => Number(members[name] ?? 0)),
  }
}
