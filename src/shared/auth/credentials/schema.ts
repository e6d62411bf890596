import * as z from 'zod'
import { roles } from '../../../../db/schema/credential.ts'
import { Instant, NullableInstant } from '../../values/instant.ts'
import { NullableSid, Sid } from '../../values/sid.ts'
import { Text } from '../../values/text.ts'
import { Policy } from '../policy/policy.ts'

export const CredentialCreate = z
  .strictObject({
    name: Text(200),
    role: z.enum(roles),
    policy: Policy,
    expiresAt: NullableInstant.optional(),
  })
  .meta({ id: 'CredentialCreate' })

export const Credential = z
  .object({
    sid: Sid('AK'),
    installSid: NullableSid('AI'),
    name: z.string(),
    role: z.enum(roles),
    policy: Policy,
    createdBySid: NullableSid('AK'),
    expiresAt: NullableInstant,
    revokedAt: NullableInstant,
    createdDate: Instant,
  })
  .meta({ id: 'Credential' })

/** The secret of a credential, in the response that creates it. */
export const secret = z
  .string()
  .meta({ description: 'Contained in this response only; only its hash is stored.' })
