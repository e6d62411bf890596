import * as z from 'zod'
import { eventTypes } from '../../../db/schema/webhook.ts'
import { OpaqueObject } from '../../shared/opaque.ts'
import { Sid } from '../../shared/sid.ts'
import { Text } from '../../shared/text.ts'
import { ownTopics } from '../webhooks/queries.ts'

const maxPayload = 262_144 // characters of JSON: receivers have limits, and 256 KiB is what other services send at most

export const EventPublish = z
  .strictObject({
    topic: Text(200)
      .refine(topic => !topic.startsWith(ownTopics), `Topics that begin with "${ownTopics}" are ours.`)
      .meta({ example: 'courses.syllabus' }),
    type: z.enum(eventTypes),
    payload: OpaqueObject(maxPayload).meta({
      example: { documentId: 'syllabus-7', version: 12 },
    }),
    id: Text(200).optional().meta({
      description: 'Your own id of the event: publishing it again does nothing, and answers the same.',
      example: 'syllabus-7-v12',
    }),
  })
  .meta({ id: 'EventPublish' })

export const PublishedEvent = z.object({ id: Sid('EV') }).meta({ id: 'PublishedEvent' })
