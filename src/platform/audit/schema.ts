import * as z from 'zod'
import { signInEvents } from '../../../db/schema/operator.ts'
import { listQuery, pageOf } from '../../shared/http/page.ts'
import { NullableSid, Sid } from '../../shared/values/sid.ts'
import { EpochMs } from '../epoch-ms.ts'

const SignInEvent = z
  .object({
    id: Sid('SV'),
    event: z.enum(signInEvents),
    operatorId: NullableSid('OP'),
    userId: NullableSid('US'),
    actor: z.string().nullable(),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: EpochMs,
  })
  .meta({ id: 'SignInEvent' })

export const SignInEventPage = pageOf(SignInEvent, 'SignInEventPage')

export const EventQuery = listQuery(
  { event: z.enum(signInEvents).optional(), operatorSid: Sid('OP').optional() },
  ['createdDate'],
)
export type EventQuery = z.output<typeof EventQuery>
