// All metrics. The edge uses this file too, so it imports no library. Labels have few values: names of the code, status
// codes and outcomes, and nothing that a client or a tenant can choose.

type Definition = { type: 'counter' | 'gauge' | 'histogram'; labels: readonly string[]; help: string }

export const metrics = {
  invigil_requests_total: {
    type: 'counter',
    labels: ['worker', 'operation', 'status'],
    help: 'Requests by operation and status. Outside the API, the operation is the path template.',
  },
  invigil_request_duration_seconds: {
    type: 'histogram',
    labels: ['worker', 'operation'],
    help: 'Time until the response was ready.',
  },
  invigil_database_round_trips_total: {
    type: 'counter',
    labels: ['worker', 'operation'],
    help: 'Round trips to the database of requests, and of other work by the message of its log line.',
  },
  invigil_database_seconds_total: {
    type: 'counter',
    labels: ['worker', 'operation'],
    help: 'Duration of these round trips.',
  },
  invigil_sign_ins_total: {
    type: 'counter',
    labels: ['step', 'result'],
    help: 'Sign-in attempts: step password or mfa, result accepted, refused or limited.',
  },
  invigil_tokens_total: {
    type: 'counter',
    labels: ['event'],
    help: 'Token sets by event: issued or refreshed.',
  },
  invigil_deliveries_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Deliveries in calls of the relay by outcome, and calls that failed or were refused. An attempt has the outcome delivered, retried or dead.',
  },
  invigil_delivery_duration_seconds: {
    type: 'histogram',
    labels: [],
    help: 'Time until the receiver of a webhook responded.',
  },
  invigil_outbox_published_total: {
    type: 'counter',
    labels: [],
    help: 'Messages that the queue accepted.',
  },
  invigil_outbox_age_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Age of the oldest delivery that waits for the queue, at the last scheduled run.',
  },
  invigil_live_age_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Age of the oldest event that its topics do not have yet, at the last scheduled run.',
  },
  invigil_scheduled_runs_total: {
    type: 'counter',
    labels: ['job', 'result'],
    help: 'Runs of the jobs of each minute, by result: succeeded or failed.',
  },
  invigil_failures_total: {
    type: 'counter',
    labels: ['worker'],
    help: 'Failures after the response was sent.',
  },
  invigil_worker_up: {
    type: 'gauge',
    labels: ['worker'],
    help: 'Whether the Worker returned its metrics: 1 or 0.',
  },
} as const satisfies Record<string, Definition>

export type MetricName = keyof typeof metrics

/** The upper bounds of the buckets of every histogram, in seconds. The last bucket has no bound. */
export const bucketBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** One series: its label values in the order of the definition. `buckets` has one count more than there are bounds. */
export type Series = {
  name: MetricName
  labels: string[]
  value: number
  buckets?: number[]
}
