import * as z from 'zod'
import { eventTypes } from '../../../../db/schema/webhook.ts'
import { isPlatformTopic, isTopic, maxTopicLength, platformPrefixes } from '../../../shared/topics/topic.ts'
import { OpaqueObject } from '../../../shared/values/opaque.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Text } from '../../../shared/values/text.ts'

const maxPayload = 262_144 // characters of JSON: 256 KiB is the usual limit of webhook receivers

const reservedTopics = [
  ...platformPrefixes.map(prefix => `${prefix}*`),
  'installs.<install>.proctoring.*',
  'sockets',
]

/** Clients cannot publish captured changes. */
const publishableTypes = eventTypes.filter(type => type !== 'database.event')

export const EventPublish = z
  .strictObject({
    topic: z
      .string()
      .min(1)
      .max(maxTopicLength)
      .refine(isTopic, 'Expected the characters A-Z a-z 0-9 _ . : - only, such as room.42.')
      .refine(topic => !isPlatformTopic(topic), `Must not be a reserved topic: ${reservedTopics.join(', ')}.`)
      .meta({
        description: `The subject of the event, chosen by the publisher: the characters A-Z a-z 0-9 _ . : - only. Clients that subscribe to it receive the event too. Reserved: ${reservedTopics.map(topic => `\`${topic}\``).join(', ')}.`,
        example: 'courses.syllabus',
      }),
    type: z
      .enum(publishableTypes)
      .meta({ description: 'The type; endpoints that subscribe to it receive the event.' }),
    payload: OpaqueObject(maxPayload).meta({
      description: `Delivered unchanged; at most ${maxPayload} characters of JSON.`,
      example: { documentId: 'syllabus-7', version: 12 },
    }),
    id: Text(200).optional().meta({
      description:
        'An id chosen by the publisher: publishing it again has no effect and returns the same response.',
      example: 'syllabus-7-v12',
    }),
  })
  .meta({ id: 'EventPublish' })

export const PublishedEvent = z.object({ id: Sid('EV') }).meta({ id: 'PublishedEvent' })
