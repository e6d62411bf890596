// The webhook requests, for the OpenAPI document.

import * as z from 'zod'
import { type EventType, eventSources, eventTypes } from '../../../../db/schema/webhook.ts'
import { Sid } from '../../../shared/values/sid.ts'

/** The payload of each event type. Except for captured changes, publishers may add members, and none is required. */
const payloads: Record<EventType, { summary: string; members: z.ZodRawShape }> = {
  'document.updated': {
    summary: 'Synchronised document updated',
    members: { documentId: z.string().optional(), version: z.number().optional() },
  },
  'document.deleted': {
    summary: 'Synchronised document deleted',
    members: { documentId: z.string().optional() },
  },
  'presence.updated': {
    summary: 'Presence change',
    members: { userId: z.string().optional(), status: z.string().optional() },
  },
  'socket.message': {
    summary: 'Socket message',
    members: { connectionId: z.string().optional(), data: z.unknown() },
  },
  'socket.connect': { summary: 'Client connected', members: { connectionId: z.string().optional() } },
  'socket.disconnect': { summary: 'Client disconnected', members: { connectionId: z.string().optional() } },
  'database.event': {
    summary: 'Database change event',
    members: {
      sid: z.string().meta({ description: 'The sid of the changed record.' }),
      installSid: Sid('AI'),
      previousStatus: z
        .string()
        .optional()
        .meta({ description: 'The status before an update, for records with a status.' }),
    },
  },
}

/** A webhook request of the platform. */
export type Webhook = { name: EventType; summary: string; body: z.ZodType }

const toWebhook = (type: EventType): Webhook => {
  const { summary, members } = payloads[type]
  const name = type
    .split('.')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  return {
    name: type,
    summary,
    body: z
      .object({
        id: Sid('EV'),
        topic: z.string().meta({ example: 'proctoring.exam_session' }),
        source: z.enum(eventSources),
        type: z.literal(type),
        payload: z.looseObject(members).meta({ id: `${name}Payload` }),
        metadata: z
          .object({
            timestamp: z.int().meta({ description: 'Milliseconds since 1970.' }),
            table: z.string().meta({ description: 'The changed data; empty if nothing was captured.' }),
            operation: z.enum(['insert', 'update', 'delete', '']),
            environment: z.string(),
          })
          .meta({ id: 'EventMetadata' }),
      })
      .meta({ id: `${name}Event` }),
  }
}

export const webhooks: Webhook[] = eventTypes.map(toWebhook)
