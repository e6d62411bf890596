import * as z from 'zod'
import { tokenEvents } from '../../../db/schema/sts.ts'
import { listQuery, pageOf } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { Instant } from '../../shared/values/instant.ts'
import { NullableSid, Sid } from '../../shared/values/sid.ts'

const descriptions = {
  event: { description: 'What happened to the token.' },
  tokenSid: { description: 'Sid of the token; null for a revocation of many tokens.' },
  rootSid: {
    description: 'Sid of the first token of the refresh chain; null for a revocation of many tokens.',
  },
  targetUserSid: { description: 'Sid of the user that the token represents; null if it represents none.' },
}

const TokenEvent = z
  .object(
    described(
      {
        sid: Sid('TR'),
        event: z.enum(tokenEvents),
        tokenSid: NullableSid('TA'),
        rootSid: NullableSid('TA'),
        targetUserSid: NullableSid('US'),
        credentialSid: NullableSid('AK').meta({ description: 'The credential that issued the root token.' }),
        actorSid: NullableSid('AK', 'OP').meta({
          description: 'The credential or operator that requested it; null if the use of a token caused it.',
        }),
        createdDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'TokenEvent' })

export const AuditPage = pageOf(TokenEvent, 'TokenEventPage')

export const AuditQuery = listQuery(
  described(
    {
      event: z.enum(tokenEvents).optional(),
      tokenSid: Sid('TA').optional(),
      rootSid: Sid('TA').optional(),
      targetUserSid: Sid('US').optional(),
    },
    descriptions,
  ),
  ['createdDate'],
)
