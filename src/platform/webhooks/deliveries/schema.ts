import * as z from 'zod'
import { attemptFaults, deliveryStatuses, eventTypes } from '../../../../db/schema/webhook.ts'
import { Flag } from '../../../shared/http/page.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { EpochMs, NullableEpochMs } from '../../epoch-ms.ts'
import { Cursor, Limit } from '../cursor.ts'

export const DeliveryParams = z.strictObject({ deliverySid: Sid('WD') })

export const LogQuery = z.strictObject({
  event: z.enum(eventTypes).optional(),
  webhookId: Sid('WH').optional(),
  success: Flag.optional(),
  limit: Limit,
  before: Cursor('WT', 'older'),
})
export type LogQuery = z.output<typeof LogQuery>

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
  .object({
    id: Sid('WT'),
    webhookId: Sid('WH'),
    event: z.enum(eventTypes),
    url: z.string(),
    statusCode: z.int().meta({ description: '0 if there was no response.' }),
    success: z.boolean(),
    attempts: z.int().meta({ description: 'The number of this attempt, starting at 1.' }),
    deliveredAt: EpochMs.meta({ description: 'The time of the attempt.' }),
    deliveryId: Sid('WD'),
    eventId: Sid('EV'),
    fault,
    durationMs: z.int(),
  })
  .meta({ id: 'DeliveryLog' })

const Exchange = z.object({
  headers: z
    .record(z.string(), z.string())
    .meta({ description: 'The headers that fit into 16 KiB, in order.' }),
  body: z.string().meta({ description: 'Its first 16 KiB.' }),
  truncated: z.boolean().meta({ description: 'Whether headers or a part of the body are omitted.' }),
})

const delivery = {
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
}

export const Delivery = z.object(delivery).meta({ id: 'Delivery' })

export const DeadLetter = z
  .object({
    ...delivery,
    statusCode: z.int().meta({ description: 'Of the last attempt; 0 if there was no response.' }),
    fault,
  })
  .meta({ id: 'DeadLetter' })

export const DeliveryDetail = z
  .object({
    ...delivery,
    log: z.array(
      DeliveryLog.extend({ request: Exchange, response: Exchange.nullable() }).meta({
        id: 'DeliveryAttempt',
      }),
    ),
  })
  .meta({ id: 'DeliveryDetail' })
