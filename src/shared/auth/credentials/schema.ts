import * as z from 'zod'
import { roles } from '../../../../db/schema/credential.ts'
import { described } from '../../values/described.ts'
import { Instant, NullableInstant } from '../../values/instant.ts'
import { NullableSid, Sid } from '../../values/sid.ts'
import { Name } from '../../values/text.ts'
import { Policy } from '../policy/policy.ts'

const descriptions = {
  name: { description: 'A label for people; it has no further effect.', example: 'LMS production' },
  role: { description: 'What the credential may do at most; rules by role apply in addition to the policy.' },
  policy: { description: 'The actions and resources that are allowed; everything else is refused.' },
  expiresAt: { description: 'From when the credential is refused; null if it does not expire.' },
  revokedAt: { description: 'When the credential was revoked; null if it is not revoked.' },
  createdBySid: { description: 'Sid of the API credential that created it; null if another caller did.' },
}

export const CredentialCreate = z
  .strictObject(
    described(
      {
        name: Name(200),
        role: z.enum(roles),
        policy: Policy,
        expiresAt: NullableInstant.optional(),
      },
      descriptions,
    ),
  )
  .meta({ id: 'CredentialCreate' })

export const Credential = z
  .object(
    described(
      {
        sid: Sid('AK'),
        installSid: NullableSid('AI').meta({
          description: 'Sid of the one install in its scope; null for all installs of the account.',
        }),
        name: z.string(),
        role: z.enum(roles),
        policy: Policy,
        createdBySid: NullableSid('AK'),
        expiresAt: NullableInstant,
        revokedAt: NullableInstant,
        createdDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'Credential' })

/** The secret of a credential, in the response that creates it. */
export const secret = z.string().meta({
  description:
    'The secret to send as `token` or bearer token. Contained in this response only; only its hash is stored.',
  example: 'invigil_key_Example6d91d5d39cabc465bf105b7beb14399a526b4dd56d',
})
