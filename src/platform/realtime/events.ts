// Stores the events of topics for the webhook endpoints of their application. Their deliveries follow as for all events.

import * as z from 'zod'
import { batch } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import { uuidFromSid } from '../../../db/sid.ts'
import { maxEvents, TopicEvent, type WantedEvents } from '../../shared/realtime/events.ts'
import { installOfTopic } from '../../shared/topics/topic.ts'
import { toStorable } from '../../shared/values/opaque.ts'
import { Sid } from '../../shared/values/sid.ts'
import type { PlatformEnv } from '../env.ts'
import { insertTopicEvents, readWantedEvents } from './sql.ts'

const Application = z.object({ applicationSid: Sid('AP') })

/** Responds with the types of events that the webhook endpoints of an application receive. */
export async function serveWanted(body: unknown, { db }: PlatformEnv): Promise<Response> {
  const { applicationSid } = Application.parse(body)
  const { wanted } = await batch(db, { wanted: readWantedEvents({ applicationSid }) })
  return Response.json(wanted satisfies WantedEvents)
}

const Events = Application.extend({ events: z.array(TopicEvent).max(maxEvents) })

/** Stores events. An event that is stored already is not stored again. */
export async function serveEvents(body: unknown, { db }: PlatformEnv): Promise<Response> {
  const { applicationSid, events } = Events.parse(body)
  const { stored } = await batch(db, {
    stored: insertTopicEvents({ applicationSid, events: { list: events.map(rowOf) } }),
  })
  return Response.json({ stored: stored.length })
}

function rowOf({ id, metadata: { timestamp }, payload, ...event }: TopicEvent) {
  const install = installOfTopic(event.topic)
  return {
    ...event,
    sid: uuidFromSid(id),
    install_sid: install === undefined ? null : uuidFromSid(install as SidOf<'AI'>),
    session_sid: uuidIn(/^(?:presence\.)?session\.ES([0-9a-f]{32})$/, event.topic),
    credential_sid: event.topic === 'sockets' ? uuidIn(/^AK([0-9a-f]{32})$/, payload['user']) : null,
    person_sid: uuidIn(/^US([0-9a-f]{32})$/, payload['user']),
    payload: toStorable(payload),
    created_at: timestamp,
  }
}

/** Returns the uuid in a text, if the whole text matches. */
const uuidIn = (pattern: RegExp, text: unknown): string | null =>
  (typeof text === 'string' ? pattern.exec(text)?.[1] : undefined) ?? null
