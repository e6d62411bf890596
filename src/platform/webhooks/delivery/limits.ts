// The variables that limit webhooks. `npm start` checks them with the same schemas.

import * as z from 'zod'
import { defaultBaseMs } from './schedule.ts'

/** The delay before the first retry, in ms. The longest delay is then below one day, the limit of QStash. */
export const RetryBaseMs = z.coerce.number().int().min(1).max(27_000).default(defaultBaseMs)

/** At most the number of endpoints to which one event is sent (db/sql/functions/fan_out_events.sql). */
export const EndpointLimit = z.coerce.number().int().min(1).max(200).default(50)

export const PublishPerMinute = z.coerce.number().int().min(1).max(1_000_000).default(600)
