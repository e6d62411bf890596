// The calls between the platform and the Worker `realtime` about events. Neither path is routed to by the edge.

import * as z from 'zod'
import { NullableSid, Sid } from '../values/sid.ts'

/** The paths of the platform that the Worker `realtime` calls. */
export const eventPaths = {
  /** Which events the webhook endpoints of an application receive. */
  wanted: '/internal/events/wanted',
  /** Stores events of topics for webhook endpoints. */
  store: '/internal/events',
} as const

/** The paths of the Worker `realtime` that the platform calls. */
export const realtimePaths = {
  /** A webhook endpoint of an application changes, or has changed. */
  endpoints: '/internal/endpoints',
} as const

/** The types of events that the webhook endpoints of an application receive, for each install; null: of all installs. */
export const WantedEvents = z.array(z.object({ installSid: NullableSid('AI'), types: z.array(z.string()) }))
export type WantedEvents = z.output<typeof WantedEvents>

/** An event of a topic. */
export const TopicEvent = z.object({
  id: Sid('EV'),
  topic: z.string(),
  source: z.enum(['socket', 'sync']),
  type: z.string(),
  payload: z.record(z.string(), z.unknown()),
  metadata: z.object({ timestamp: z.int() }),
})
export type TopicEvent = z.output<typeof TopicEvent>

/** The most events of one call, and the most characters of their JSON. */
export const maxEvents = 1000
export const maxEventCharacters = 4_000_000

/** The phase of a change of a webhook endpoint. Changes are told apart by their ids. */
export const EndpointChange = z.object({
  applicationSid: Sid('AP'),
  change: z.string(),
  phase: z.enum(['begins', 'ended']),
})
export type EndpointChange = z.output<typeof EndpointChange>
