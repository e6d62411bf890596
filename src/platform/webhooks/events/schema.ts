import * as z from 'zod'
import { eventTypes } from '../../../../db/schema/webhook.ts'
import { OpaqueObject } from '../../../shared/values/opaque.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Text } from '../../../shared/values/text.ts'
import { ownTopics } from '../endpoints/queries.ts'

const maxPayload = 262_144 // characters of JSON: receivers have limits, and 256 KiB is what other services send at most

// The spec of realtime, section 1: what is told there is told by nobody else.
const ourPrefixes = [ownTopics, 'proctoring.', 'documents.', 'monitor.']
const ourTopics = [...ourPrefixes.map(prefix => `${prefix}*`), 'sockets']
/** Also in another spelling: receivers may compare loosely, without invisible characters and in upper or lower case. */
const isOurs = (topic: string): boolean => {
  const plain = topic
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .toLowerCase()
  return plain === 'sockets' || ourPrefixes.some(prefix => `${plain}.`.startsWith(prefix))
}

/** What is captured nobody publishes. */
const published = eventTypes.filter(type => type !== 'database.event')

export const EventPublish = z
  .strictObject({
    topic: Text(200)
      .refine(topic => !isOurs(topic), `Topics of ours: ${ourTopics.join(', ')}.`)
      .meta({ example: 'courses.syllabus' }),
    type: z.enum(published),
    payload: OpaqueObject(maxPayload).meta({
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
