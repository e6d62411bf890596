import * as z from 'zod'
import { tokenEvents } from '../../../db/schema/sts.ts'
import { listQuery, pageOf } from '../../shared/http/page.ts'
import { Instant } from '../../shared/values/instant.ts'
import { NullableSid, Sid } from '../../shared/values/sid.ts'

const TokenEvent = z
  .object({
    sid: Sid('TR'),
    event: z.enum(tokenEvents),
    tokenSid: NullableSid('TA'),
    rootSid: NullableSid('TA'),
    targetUserSid: NullableSid('US'),
    credentialSid: NullableSid('AK').meta({ description: 'The credential that issued the root token.' }),
    actorSid: NullableSid('AK').meta({
      description: 'The credential that requested it; null if the use of a token caused it.',
    }),
    createdDate: Instant,
  })
  .meta({ id: 'TokenEvent' })

export const AuditPage = pageOf(TokenEvent, 'TokenEventPage')

export const AuditQuery = listQuery(
  {
    event: z.enum(tokenEvents).optional(),
    tokenSid: Sid('TA').optional(),
    rootSid: Sid('TA').optional(),
    targetUserSid: Sid('US').optional(),
  },
  ['createdDate'],
)
