import * as z from 'zod'
import { eventTypes } from '../../../../db/schema/webhook.ts'
import { described } from '../../../shared/values/described.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { EpochMs, NullableEpochMs } from '../../epoch-ms.ts'
import { Time } from '../time.ts'

export const RetryParams = z.strictObject({ retrySid: Sid('WR') })

const descriptions = {
  webhookId: { description: 'Only deliveries to this endpoint; null or absent: to all endpoints.' },
  event: { description: 'Only deliveries of events of this type; null or absent: of all types.' },
  success: { description: 'Only failed deliveries can be sent again.' },
  dryRun: { description: 'Whether deliveries are only counted, with the status 200.' },
  since: { description: 'The deliveries were created at this time or later.' },
  until: { description: 'The deliveries were created before this time.' },
  matched: { description: 'The number of failed deliveries when the retry was requested.', example: 1800 },
  scheduled: {
    description: 'The number of those that are in progress again. The others follow within minutes.',
    example: 1000,
  },
  finishedAt: { description: 'When all were scheduled; null while some are left.' },
}

export const RetryCreate = z
  .strictObject(
    described(
      {
        webhookId: Sid('WH').optional(),
        event: z.enum(eventTypes).optional(),
        success: z.literal(false).optional(),
        since: Time('Deliveries that were created before this time are not sent.'),
        until: Time('Deliveries that were created at this time or later are not sent.'),
        dryRun: z.boolean().optional(),
      },
      descriptions,
    ),
  )
  .refine(({ since, until }) => since < until, { path: ['until'], error: 'Must be after since.' })
  .meta({ id: 'DeliveryRetryCreate' })
export type RetryCreate = z.output<typeof RetryCreate>

export const RetryPreview = z
  .object(
    described(
      { matched: z.int() },
      { matched: { ...descriptions.matched, description: 'The number of failed deliveries.' } },
    ),
  )
  .meta({ id: 'DeliveryRetryPreview' })

export const Retry = z
  .object(
    described(
      {
        id: Sid('WR'),
        webhookId: Sid('WH').nullable(),
        event: z.enum(eventTypes).nullable(),
        since: EpochMs,
        until: EpochMs,
        matched: z.int(),
        scheduled: z.int(),
        createdAt: EpochMs,
        finishedAt: NullableEpochMs,
      },
      descriptions,
    ),
  )
  .meta({ id: 'DeliveryRetry' })
