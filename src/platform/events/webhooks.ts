// What endpoints are sent, for the OpenAPI document.

import { z } from '@hono/zod-openapi'
import { type EventType, eventSources, eventTypes } from '../../../db/schema/webhook.ts'
import type { Webhook } from '../../shared/openapi.ts'
import { Sid } from '../../shared/sid.ts'

/** What is told of each type. But for captured changes, publishers may say more, and nothing of it is required. */
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
      sid: z.string().openapi({ description: 'Of the record that changed.' }),
      installSid: Sid('AI'),
      previousStatus: z
        .string()
        .optional()
        .openapi({ description: 'Of an update of a record that has a status.' }),
    },
  },
}

const described = (type: EventType): Webhook => {
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
        topic: z.string().openapi({ example: 'proctoring.exam_session' }),
        source: z.enum(eventSources),
        type: z.literal(type),
        payload: z.looseObject(members).openapi(`${name}Payload`),
        metadata: z
          .object({
            timestamp: z.int().openapi({ description: 'Milliseconds since 1970.' }),
            table: z.string().openapi({ description: 'What changed; empty where nothing was captured.' }),
            operation: z.enum(['insert', 'update', 'delete', '']),
            environment: z.string(),
          })
          .openapi('EventMetadata'),
      })
      .openapi(`${name}Event`),
  }
}

export const webhooks: Webhook[] = eventTypes.map(described)
