// The webhook requests, for the OpenAPI document.

import * as z from 'zod'
import { type EventType, eventSources, eventTypes } from '../../../../db/schema/webhook.ts'
import { described } from '../../../shared/values/described.ts'
import { Sid } from '../../../shared/values/sid.ts'

const descriptions = {
  documentId: {
    description: 'Of a backend: the id of the document, chosen by its publisher.',
    example: 'syllabus-7',
  },
  name: { description: 'Of a shared document: its name.', example: 'syllabus' },
  version: { description: 'The version of the document after the update.', example: 12 },
  size: { description: 'Of a shared document: its size in bytes.', example: 4096 },
  userId: { description: 'Of a backend: the id of the person, chosen by the publisher.', example: 'ada' },
  user: {
    description: 'Of a client: the sid of the credential, the operator or the user of its token.',
    example: 'US0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
  },
  action: { description: 'Of a topic: the user has joined or left it.', example: 'join' },
  clients: { description: 'Of a topic: the number of connections of the user.', example: 1 },
  connectionId: {
    description: 'Of a backend: the id of the socket, chosen by the publisher.',
    example: 'c-81',
  },
  clientId: {
    description: 'Of a client: the id of its connection.',
    example: '12cc2222-461d-4559-ab3b-8e8f97d094a0',
  },
  connectedAt: {
    description: 'Of a client: when it connected, in milliseconds since 1970.',
    example: 1_795_253_400_000,
  },
  disconnectedAt: {
    description: 'Of a client: when its connection ended, in milliseconds since 1970.',
    example: 1_795_253_460_000,
  },
  code: { description: 'Of a client: the close code of the WebSocket.', example: 1000 },
  reason: { description: 'Of a client: the close reason; it can be empty.', example: 'disconnect called' },
  data: { description: 'Of a backend: the message; any JSON.', example: { text: 'Hello' } },
}

const client = {
  clientId: z.string().optional(),
  user: z.string().optional(),
  connectedAt: z.int().optional(),
}

/**
 * The payload of each event type. Backends publish each type except `database.event`, with members of their choice. Topics and
 * shared documents create them with the members that their descriptions name.
 */
const payloads: Record<EventType, { summary: string; members: Record<string, z.ZodType> }> = {
  'document.updated': {
    summary: 'Synchronised document updated',
    members: {
      documentId: z.string().optional(),
      name: z.string().optional(),
      version: z.number().optional(),
      size: z.int().optional(),
      user: z.string().optional(),
    },
  },
  'document.deleted': {
    summary: 'Synchronised document deleted',
    members: { documentId: z.string().optional(), name: z.string().optional() },
  },
  'presence.updated': {
    summary: 'Presence change',
    members: {
      userId: z.string().optional(),
      status: z
        .string()
        .optional()
        .meta({ description: 'Of a backend: such as online or away.', example: 'online' }),
      user: z.string().optional(),
      action: z.enum(['join', 'leave']).optional(),
      clients: z.int().optional(),
    },
  },
  'socket.message': {
    summary: 'Socket message',
    members: { connectionId: z.string().optional(), data: z.unknown() },
  },
  'socket.connect': {
    summary: 'Client connected',
    members: { connectionId: z.string().optional(), ...client },
  },
  'socket.disconnect': {
    summary: 'Client disconnected',
    members: {
      connectionId: z.string().optional(),
      ...client,
      disconnectedAt: z.int().optional(),
      code: z.int().optional(),
      reason: z.string().optional(),
    },
  },
  'database.event': {
    summary: 'Database change event',
    members: {
      sid: z.string().meta({
        description:
          'The sid of the changed record; for a member or a target, that of the record it belongs to.',
        example: 'ES0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
      }),
      installSid: Sid('AI'),
      previousStatus: z.string().optional().meta({
        description: 'The status before an update, for records with a status.',
        example: 'Scheduled',
      }),
    },
  },
}

const envelope = {
  id: { description: 'Sid of the event; the same in every attempt and for every endpoint.' },
  topic: { description: 'The subject of the event.', example: 'proctoring.exam_session' },
  source: { description: 'The origin: a change in the database (capture), sync, socket or sdk.' },
  type: { description: 'The type, to which the endpoint subscribes.' },
  payload: { description: 'What happened; further members may be added.' },
  metadata: { description: 'When and where the event came from.' },
  timestamp: {
    description: 'When the event happened, in milliseconds since 1970.',
    example: 1_795_253_400_000,
  },
  table: { description: 'The changed data; empty if nothing was captured.', example: 'exam_session' },
  operation: { description: 'The change; empty if nothing was captured.' },
  environment: { description: 'The name of the system that sent it.', example: 'production' },
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
      .object(
        described(
          {
            id: Sid('EV'),
            topic: z.string(),
            source: z.enum(eventSources),
            type: z.literal(type),
            payload: z.looseObject(described(members, descriptions)).meta({ id: `${name}Payload` }),
            metadata: z
              .object(
                described(
                  {
                    timestamp: z.int(),
                    table: z.string(),
                    operation: z.enum(['insert', 'update', 'delete', '']),
                    environment: z.string(),
                  },
                  envelope,
                ),
              )
              .meta({ id: 'EventMetadata' }),
          },
          envelope,
        ),
      )
      .meta({ id: `${name}Event` }),
  }
}

export const webhooks: Webhook[] = eventTypes.map(toWebhook)
