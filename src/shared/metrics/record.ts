// Derives metrics from the log lines, whether or not LOG_LEVEL writes them (docs/observability.md).

import { type AnalyticsDataset, toDataPoint } from './analytics.ts'
import { isJob } from './jobs.ts'
import { type Registry, registry } from './registry.ts'

type Members = Readonly<Record<string, unknown>>

/** Records a log line. */
export type Recorder = (level: 'info' | 'error', message: string, members: Members) => void

type MetricsBindings = { METRICS_TOKEN?: unknown; METRICS?: unknown }

/**
 * Returns the recorder of a Worker: for the registry if `METRICS_TOKEN` is set, for Workers Analytics Engine if
 * `METRICS` is bound. Reads the bindings without a schema, so that requests with invalid bindings are counted.
 */
export function recorderOf(worker: string, bindings: unknown): Recorder | undefined {
  const { METRICS_TOKEN, METRICS }: MetricsBindings = Object(bindings)
  if (METRICS_TOKEN) return intoRegistry(worker, registry)
  if (!isDataset(METRICS)) return undefined
  return (_, message, members) => METRICS.writeDataPoint(toDataPoint(worker, message, members))
}

const isDataset = (value: unknown): value is AnalyticsDataset =>
  typeof value === 'object' && value !== null && 'writeDataPoint' in value

/** Returns the recorder of a Worker for the registry. */
export function intoRegistry(worker: string, into: Registry): Recorder {
  return (level, message, members) => {
    if (message === 'request') return recordRequest(worker, members, into)
    if (message === 'failure') return into.add('invigil_failures_total', [worker])
    if (message === 'outbox')
      return into.add('invigil_outbox_published_total', [], number(members['published']))
    recordWork(worker, { level, message, members }, into)
  }
}

function recordRequest(worker: string, members: Members, into: Registry): void {
  const operation = operationIn(members)
  const status = String(members['status'])
  into.add('invigil_requests_total', [worker, operation, status])
  into.observe('invigil_request_duration_seconds', [worker, operation], seconds(members['durationMs']))
  recordDatabase([worker, operation], members, into)
  const step = signInSteps[operation]
  const result = resultOf(Number(status))
  if (step && result) into.add('invigil_sign_ins_total', [step, result])
  const event = tokenEvents[operation]
  if (event && result === 'accepted') into.add('invigil_tokens_total', [event])
}

/** The operation, or the path template of a request without one. Both are names of the code. */
export const operationIn = ({ operation, route }: Members): string =>
  String(operation ?? route ?? 'unmatched')

const signInSteps: Record<string, string> = { createAuthSession: 'password', verifyMfa: 'mfa' }
const tokenEvents: Record<string, string> = { createStsToken: 'issued', refreshStsToken: 'refreshed' }

/** The result of an attempt; undefined for a request that was no attempt, such as one with an invalid body. */
function resultOf(status: number): string | undefined {
  if (status < 300) return 'accepted'
  return { 401: 'refused', 403: 'refused', 429: 'limited' }[status]
}

type Work = { level: string; message: string; members: Members }

function recordWork(worker: string, { level, message, members }: Work, into: Registry): void {
  if (typeof members['trips'] === 'number') recordDatabase([worker, message], members, into)
  if (isJob(message))
    into.add('invigil_scheduled_runs_total', [message, level === 'error' ? 'failed' : 'succeeded'])
  if (typeof members['outboxAgeSeconds'] === 'number')
    into.set('invigil_outbox_age_seconds', members['outboxAgeSeconds'])
  if (typeof members['liveAgeSeconds'] === 'number')
    into.set('invigil_live_age_seconds', members['liveAgeSeconds'])
  if (message === 'relay' && level === 'error') into.add('invigil_deliveries_total', ['failed'])
  if (message === 'relay' && members['outcome']) into.add('invigil_deliveries_total', ['refused'])
  if (message !== 'delivery') return
  into.add('invigil_deliveries_total', [String(members['outcome'])])
  if (typeof members['endpointMs'] === 'number')
    into.observe('invigil_delivery_duration_seconds', [], seconds(members['endpointMs']))
}

function recordDatabase(labels: string[], { trips, dbMs }: Members, into: Registry): void {
  into.add('invigil_database_round_trips_total', labels, number(trips))
  into.add('invigil_database_seconds_total', labels, seconds(dbMs))
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
const seconds = (ms: unknown): number => number(ms) / 1000
