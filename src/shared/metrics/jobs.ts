// The scheduled jobs of each Worker. The name of a job is the message of its log line.

import type { Registry } from './registry.ts'

/** A new job needs only an entry here to be counted, and to be watched by the alert InvigilScheduleStopped. */
export const scheduledJobs: Readonly<Record<string, readonly string[]>> = {
  platform: [
    ...['retries', 'recoveries', 'minute', 'reseal', 'counts', 'unscheduled', 'retention', 'notices'],
    ...['mails', 'live'],
  ],
  proctoring: ['sessions', 'objects'],
}

const names = new Set(Object.values(scheduledJobs).flat())

export const isJob = (message: string): boolean => names.has(message)

/** Creates the series of the Worker's jobs with 0, so that a job that has never succeeded is visible. */
export function addJobSeries(worker: string, into: Registry): void {
  for (const job of scheduledJobs[worker] ?? [])
    for (const result of ['succeeded', 'failed']) into.add('invigil_scheduled_runs_total', [job, result], 0)
}
