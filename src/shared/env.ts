import * as z from 'zod'
import { connect } from '../../db/client.ts'
import type { AnalyticsDataset } from './metrics/analytics.ts'
import { Problem } from './problems/problem.ts'

/** Another Worker, or the local stack, bound as a service. */
export type Service = { fetch(input: string | Request, init?: RequestInit): Promise<Response> }

export const Service = z.custom<Service>(
  value => typeof value === 'object' && value !== null && 'fetch' in value,
  'Expected a service binding.',
)

/** The path at which the areas notify the platform of new events. The edge does not route to it. */
export const outboxPath = '/internal/outbox'

/** The path at which the platform authenticates the connections of the Worker `realtime`. The edge does not route to it. */
export const connectionPath = '/internal/connections'

/** The path at which the platform decides about the topics of connections, and whether their tokens are still active. */
export const accessPath = '/internal/access'

export const Bindings = z.object({
  /** Postgres on Neon. */
  DATABASE_URL: z.string().min(1),
  /** The public origin, for links and token issuers. The Host header is never used for them. */
  BASE_URL: z.url(),
  /** Serves the database instead of Neon's address. The local stack binds it. */
  NEON: Service.optional(),
  /** `on` adds `Server-Timing` with the number of round trips to the database. The local stack sets it. */
  SHOW_TRIPS: z.literal('on').optional(),
  /** `logOf` reads it, so that failures of other bindings are logged too. */
  LOG_LEVEL: z.string().default('info'),
  /** `recorderOf` reads these two. With the token, the edge serves `/metrics`; only the local stack sets it. */
  METRICS_TOKEN: z.string().min(1).optional(),
  METRICS: z.custom<AnalyticsDataset>().optional(),
})

/** Reads the bindings of every area, and those of `extra`. @throws ZodError if a binding is missing or malformed */
export function readBindings<S extends z.ZodRawShape>(extra: z.ZodObject<S>, bindings: unknown) {
  const { DATABASE_URL, BASE_URL, NEON, SHOW_TRIPS } = Bindings.parse(bindings)
  return {
    ...extra.parse(bindings),
    db: connect(DATABASE_URL, NEON),
    baseUrl: BASE_URL,
    showRoundTrips: SHOW_TRIPS === 'on',
  }
}

/**
 * Wraps `readEnv`, so that invalid bindings cause a Problem `not_ready`. The log contains the names of the bindings.
 */
export const orNotReady =
  <E>(readEnv: (bindings: unknown) => E) =>
  (bindings: unknown): E => {
    try {
      return readEnv(bindings)
    } catch (cause) {
      throw new Problem('not_ready', 'Not ready: bindings.', { members: { check: 'bindings' }, cause })
    }
  }
