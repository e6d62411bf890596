import * as z from 'zod'
import { signInEvents } from '../../../db/schema/operator.ts'
import { listQuery, pageOf } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { NullableSid, Sid } from '../../shared/values/sid.ts'
import { EpochMs } from '../epoch-ms.ts'
import { signInDescriptions } from '../identity/sign-in-descriptions.ts'

const descriptions = {
  ...signInDescriptions,
  event: { description: 'What happened.' },
  operatorId: { description: 'Sid of the operator that the event is about; null for users of installs.' },
  userId: { description: 'Sid of the user that the event is about; null for operators.' },
  actor: {
    description:
      'The sid of the operator or credential that caused the event; null if it is the person itself.',
    example: 'OP0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
  },
}

const SignInEvent = z
  .object(
    described(
      {
        id: Sid('SV'),
        event: z.enum(signInEvents),
        operatorId: NullableSid('OP'),
        userId: NullableSid('US'),
        actor: z.string().nullable(),
        address: z.string().nullable(),
        userAgent: z.string().nullable(),
        createdAt: EpochMs,
      },
      descriptions,
    ),
  )
  .meta({ id: 'SignInEvent' })

export const SignInEventPage = pageOf(SignInEvent, 'SignInEventPage')

export const EventQuery = listQuery(
  described({ event: z.enum(signInEvents).optional(), operatorSid: Sid('OP').optional() }, descriptions),
  ['createdDate'],
)
export type EventQuery = z.output<typeof EventQuery>
