import * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import type { Log } from '../../../shared/logging/log.ts'
import { AllowHosts } from '../../../shared/target/allow-hosts.ts'
import { type Resolve, resolverOf } from '../../../shared/target/resolve.ts'
import type { TargetRules } from '../../../shared/target/url.ts'
import { EndpointLimit, PublishPerMinute, RetryBaseMs } from './limits.ts'
import { publisherOf } from './outbox.ts'
import { type Queue, QueueBindings, queueOf } from './queue.ts'

/** The part of the environment that deliveries use. */
export type DeliveryEnv = {
  db: Database
  baseUrl: string
  sealed: Seal
  queue: Queue
  log: Log
  /** Publishes the due deliveries of the outbox to QStash. @returns the number of published messages */
  publish(): Promise<number>
  /** The rules for the targets of deliveries. */
  targets: TargetRules & { resolve: Resolve }
  /** The base of the delays between attempts, in ms. */
  retryBaseMs: number
  /** The maximum number of endpoints of an application. */
  endpointLimit: number
  /** The maximum number of events that an application may publish per minute. */
  publishPerMinute: number
  /** The member `environment` of events. Default: `production`. */
  environment: string
}

export const DeliveryBindings = z.object({
  ...QueueBindings.shape,
  WEBHOOK_ALLOW_HOSTS: AllowHosts,
  WEBHOOK_RETRY_BASE_MS: RetryBaseMs,
  WEBHOOK_ENDPOINT_LIMIT: EndpointLimit,
  WEBHOOK_PUBLISH_PER_MINUTE: PublishPerMinute,
  ENVIRONMENT: z.string().min(1).default('production'),
})

type Configuration = z.output<typeof DeliveryBindings> & {
  db: Database
  baseUrl: string
  sealed: Seal
  log: Log
}

export function deliveryOf(
  configuration: Configuration,
): Omit<DeliveryEnv, 'db' | 'baseUrl' | 'sealed' | 'log'> {
  const { db, baseUrl, sealed, log, QSTASH_URL, WEBHOOK_ALLOW_HOSTS: allowHosts } = configuration
  const queue = queueOf(configuration, baseUrl)
  const ownHosts = [baseUrl, ...(QSTASH_URL ? [QSTASH_URL] : [])].map(url => new URL(url).hostname)
  return {
    queue,
    publish: publisherOf({ db, queue, sealed, log }),
    targets: { allowHosts, ownHosts, resolve: resolverOf({ fetch: (url, init) => fetch(url, init) }) },
    retryBaseMs: configuration.WEBHOOK_RETRY_BASE_MS,
    endpointLimit: configuration.WEBHOOK_ENDPOINT_LIMIT,
    publishPerMinute: configuration.WEBHOOK_PUBLISH_PER_MINUTE,
    environment: configuration.ENVIRONMENT,
  }
}
