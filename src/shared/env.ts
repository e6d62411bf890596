import * as z from 'zod'
import { connect } from '../../db/client.ts'
import { Problem } from './problems/problem.ts'

/** Another Worker, or the local stack, bound as a service. */
export type Service = { fetch(input: string | Request, init?: RequestInit): Promise<Response> }

export const Service = z.custom<Service>(
  value => typeof value === 'object' && value !== null && 'fetch' in value,
  'Expected a service binding.',
)

/** Where the areas tell the platform that they have changed something; the edge leads nobody there. */
export const outboxPath = '/internal/outbox'

export const Bindings = z.object({
  /** Postgres on Neon. */
  DATABASE_URL: z.string().min(1),
  /** The origin that clients see: links and token issuers are made from it, never from the Host header. */
  BASE_URL: z.url(),
  /** Answers instead of Neon's address; bound by the local stack. */
  NEON: Service.optional(),
  /** `on` adds `Server-Timing` with the round trips to the database; set by the local stack. */
  SHOW_TRIPS: z.literal('on').optional(),
  /** Read by `logOf`, so that what fails for other bindings is logged too. */
  LOG_LEVEL: z.string().default('info'),
})

/** What every area needs of its environment, and more of its own by `extra`. */
export function readBindings<S extends z.ZodRawShape>(extra: z.ZodObject<S>, bindings: unknown) {
  const { DATABASE_URL, BASE_URL, NEON, SHOW_TRIPS } = Bindings.parse(bindings)
  return {
    ...extra.parse(bindings),
    db: connect(DATABASE_URL, NEON),
    baseUrl: BASE_URL,
    showRoundTrips: SHOW_TRIPS === 'on',
  }
}

/** Reads an environment, or says that it is not valid. @throws Problem `not_ready`; the log names the bindings */
export const orNotReady =
  <E>(readEnv: (bindings: unknown) => E) =>
  (bindings: unknown): E => {
    try {
      return readEnv(bindings)
    } catch (cause) {
      throw new Problem('not_ready', 'Not ready: bindings.', { members: { check: 'bindings' }, cause })
    }
  }
