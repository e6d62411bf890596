import * as z from 'zod'
import { attemptFaults, deliveryStatuses, eventTypes } from '../../../../db/schema/webhook.ts'
import { Flag, listQuery } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { EpochMs, NullableEpochMs } from '../../epoch-ms.ts'
import { Cursor, Limit } from '../cursor.ts'

export const DeliveryParams = z.strictObject({ deliverySid: Sid('WD') })

const descriptions = {
  event: { description: 'The type of the event.' },
  success: { description: 'Whether the receiver responded with a status from 200 to 299.' },
  statusCode: { description: 'The status of the last response; 0 if there was none.', example: 204 },
  attempts: { description: 'The number of attempts so far.', example: 1 },
  deliveredAt: { description: 'The time of the attempt.' },
  durationMs: { description: 'How long the attempt took, in milliseconds.', example: 42 },
  url: { description: 'The address to which it was sent.', example: 'https://lms.example.com/webhooks' },
  topic: { description: 'The subject that the publisher chose.', example: 'courses.syllabus' },
  status: {
    description: 'dead: the last attempt failed. skipped: the endpoint was inactive or deleted.',
  },
  finishedAt: { description: 'When it was delivered, became dead or was skipped; null while it is pending.' },
  headers: {
    description: 'The headers that fit into 16 KiB, in order.',
    example: { 'content-type': 'application/json' },
  },
  body: { description: 'Its first 16 KiB.', example: '{"ok":true}' },
  log: { description: 'The attempts, with what was sent and received.' },
  request: { description: 'What was sent.' },
  response: { description: 'What was received; null if there was no response.' },
}

const sessionSid = Sid('ES').meta({
  description:
    'The exam session whose changes, and those of its events, annotations and files, are delivered.',
})

export const LogQuery = z.strictObject(
  described(
    {
      event: z.enum(eventTypes).optional(),
      webhookId: Sid('WH').optional(),
      sessionSid: sessionSid.optional(),
      success: Flag.optional(),
      limit: Limit,
      before: Cursor('WT', 'older'),
    },
    descriptions,
  ),
)
export type LogQuery = z.output<typeof LogQuery>

export const DeliveryQuery = listQuery({ sessionSid }, ['createdDate'])
export type DeliveryQuery = z.output<typeof DeliveryQuery>

export const DeadLetterQuery = z.strictObject({
  webhookId: Sid('WH').optional(),
  limit: Limit,
  before: Cursor('WD', 'older'),
})
export type DeadLetterQuery = z.output<typeof DeadLetterQuery>

const fault = z
  .enum(attemptFaults)
  .nullable()
  .meta({ description: 'Why there was no response; null if there was one.' })

export const DeliveryLog = z
  .object(
    described(
      {
        id: Sid('WT'),
        webhookId: Sid('WH'),
        event: z.enum(eventTypes),
        url: z.string(),
        statusCode: z.int().meta({ description: 'The status of the response; 0 if there was none.' }),
        success: z.boolean(),
        attempts: z.int().meta({ description: 'The number of this attempt, starting at 1.' }),
        deliveredAt: EpochMs,
        deliveryId: Sid('WD'),
        eventId: Sid('EV'),
        fault,
        durationMs: z.int(),
      },
      descriptions,
    ),
  )
  .meta({ id: 'DeliveryLog' })

const Exchange = z.object(
  described(
    {
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      truncated: z.boolean().meta({ description: 'Whether headers or a part of the body are omitted.' }),
    },
    descriptions,
  ),
)

const delivery = described(
  {
    id: Sid('WD'),
    webhookId: Sid('WH'),
    eventId: Sid('EV'),
    event: z.enum(eventTypes),
    topic: z.string(),
    url: z.string(),
    status: z.enum(deliveryStatuses),
    attempts: z.int(),
    createdAt: EpochMs,
    finishedAt: NullableEpochMs,
  },
  descriptions,
)

export const Delivery = z.object(delivery).meta({ id: 'Delivery' })

const result = { ...delivery, statusCode: z.int().meta(descriptions.statusCode), fault }

export const DeadLetter = z.object(result).meta({ id: 'DeadLetter' })

export const ListedDelivery = z
  .object({
    ...result,
    fault: fault.meta({
      description: 'Why the last attempt got no response; null if it got one, or if there was none.',
    }),
  })
  .meta({ id: 'ListedDelivery' })

export const DeliveryDetail = z
  .object(
    described(
      {
        ...delivery,
        log: z.array(
          DeliveryLog.extend(
            described({ request: Exchange, response: Exchange.nullable() }, descriptions),
          ).meta({
            id: 'DeliveryAttempt',
          }),
        ),
      },
      descriptions,
    ),
  )
  .meta({ id: 'DeliveryDetail' })
