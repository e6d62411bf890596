import * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import type { Log } from '../../../shared/logging/log.ts'
import { AllowHosts } from '../target/allow-hosts.ts'
import { type Resolve, resolverOf } from '../target/resolve.ts'
import type { TargetRules } from '../target/url.ts'
import { publisherOf } from './outbox.ts'
import { type Queue, QueueBindings, queueOf } from './queue.ts'
import { defaultBaseMs } from './schedule.ts'

/** What deliveries need of the environment. */
export type DeliveryEnv = {
  db: Database
  baseUrl: string
  sealed: Seal
  queue: Queue
  log: Log
  /** Hands to QStash what the outbox holds. @returns how many messages it was */
  publish(): Promise<number>
  /** Where deliveries may go. */
  targets: TargetRules & { resolve: Resolve }
  /** The base of the delays between attempts, in ms. */
  retryBaseMs: number
  /** Endpoints that an application may have. */
  endpointLimit: number
  /** Events that an application may publish in a minute. */
  publishPerMinute: number
  /** What events say of where they come from: `production` unless said otherwise. */
  environment: string
}

export const DeliveryBindings = z.object({
  ...QueueBindings.shape,
  WEBHOOK_ALLOW_HOSTS: AllowHosts,
  // At most so much that the longest delay stays below a day, from which on QStash takes its own.
  WEBHOOK_RETRY_BASE_MS: z.coerce.number().int().min(1).max(27_000).default(defaultBaseMs),
  // At most what one event is told to (db/sql/functions/fan_out_events.sql).
  WEBHOOK_ENDPOINT_LIMIT: z.coerce.number().int().min(1).max(200).default(50),
  WEBHOOK_PUBLISH_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(600),
  ENVIRONMENT: z.string().min(1).default('production'),
})

type Around = z.output<typeof DeliveryBindings> & { db: Database; baseUrl: string; log: Log }

export function deliveryOf(around: Around): Omit<DeliveryEnv, 'db' | 'baseUrl' | 'sealed' | 'log'> {
  const { db, baseUrl, log, QSTASH_URL, WEBHOOK_ALLOW_HOSTS: allowHosts } = around
  const queue = queueOf(around, baseUrl)
  const ownHosts = [baseUrl, ...(QSTASH_URL ? [QSTASH_URL] : [])].map(url => new URL(url).hostname)
  return {
    queue,
    publish: publisherOf(db, queue, log),
    targets: { allowHosts, ownHosts, resolve: resolverOf({ fetch: (url, init) => fetch(url, init) }) },
    retryBaseMs: around.WEBHOOK_RETRY_BASE_MS,
    endpointLimit: around.WEBHOOK_ENDPOINT_LIMIT,
    publishPerMinute: around.WEBHOOK_PUBLISH_PER_MINUTE,
    environment: around.ENVIRONMENT,
  }
}
