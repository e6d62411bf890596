import * as z from 'zod'
import { sessionStatuses } from '../../../db/schema/session.ts'
import { elementTypes } from '../../../db/schema/sts.ts'
import { Instant, NullableInstant } from '../../shared/values/instant.ts'
import { Sid } from '../../shared/values/sid.ts'

export const EmbedVerify = z.strictObject({ elementToken: z.string().max(8192) }).meta({ id: 'EmbedVerify' })

/** The data that an embed may show, and its expiry. */
export const Embed = z
  .object({
    sid: Sid('TA').meta({ description: 'The stsToken.' }),
    installSid: Sid('AI'),
    elementType: z.enum(elementTypes),
    resource: z.string(),
    targetUserSid: Sid('US'),
    actions: z.array(z.string()).meta({ description: 'The current permissions of the token.' }),
    allowedOrigins: z.array(z.string()).meta({ description: 'The origins that may embed it.' }),
    sessions: z
      .array(
        z.object({
          sid: Sid('ES'),
          examSid: Sid('EX'),
          enrollmentSid: Sid('EN'),
          examTitle: z.string(),
          learner: z.string(),
          status: z.enum(sessionStatuses),
          appointmentDate: NullableInstant,
        }),
      )
      .meta({ description: 'At most 100, the newest appointment first.' }),
    eventTypes: z
      .array(z.object({ sid: Sid('ET'), name: z.string() }))
      .meta({ description: 'For elements that report events.' }),
    expiresAt: Instant,
    expiresIn: z.int().meta({ description: 'Remaining seconds.' }),
    absoluteExpiresAt: Instant,
  })
  .meta({ id: 'Embed' })

export const FrameParams = z.strictObject({ installSid: Sid('AI') })

export const Frame = z
  .object({ allowedOrigins: z.array(z.string()) })
  .meta({ id: 'EmbedFrame', description: 'The origins that may embed the frames of an install.' })
