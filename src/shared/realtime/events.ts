// The calls between the platform and the Worker `realtime` about events. The edge does not route to their paths.

import * as z from 'zod'
import { NullableSid, Sid } from '../values/sid.ts'

/** The paths of the platform that the Worker `realtime` calls. */
export const eventPaths = {
  /** Which events the webhook endpoints of an application receive. */
  wanted: '/internal/events/wanted',
  /** Stores events of topics for webhook endpoints. */
  store: '/internal/events',
  /** Takes the next events of an application for its topics. */
  take: '/internal/events/take',
  /** A client subscribes to a topic of captured changes. */
  register: '/internal/events/register',
} as const

/** The paths of the Worker `realtime` that the platform calls. */
export const realtimePaths = {
  /** A webhook endpoint of an application changes, or has changed. */
  endpoints: '/internal/endpoints',
  /** There are events for the topics of applications. */
  publications: '/internal/publications',
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

/** The answer to the registration of a topic: false if there are no changes of that name. */
export const RegisteredTopic = z.object({ isRegistered: z.boolean() })
export type RegisteredTopic = z.output<typeof RegisteredTopic>

/** The most events of one call, and the most characters of their JSON. */
export const maxEvents = 1000
export const maxEventCharacters = 4_000_000

/** The phase of a change of a webhook endpoint. Each change has an id. */
export const EndpointChange = z.object({
  applicationSid: Sid('AP'),
  change: z.string(),
  phase: z.enum(['begins', 'ended']),
})
export type EndpointChange = z.output<typeof EndpointChange>

/** An event for a topic, or the removal of the payload of one. */
export const LiveEvent = z.object({
  number: z.int(),
  isErasure: z.boolean(),
  installSid: NullableSid('AI'),
  event: z
    .object({
      id: Sid('EV'),
      topic: z.string(),
      source: z.string(),
      type: z.string(),
      payload: z.record(z.string(), z.unknown()),
      metadata: z.record(z.string(), z.unknown()),
    })
    .nullable(),
})
export type LiveEvent = z.output<typeof LiveEvent>
export const LiveEvents = z.array(LiveEvent)
