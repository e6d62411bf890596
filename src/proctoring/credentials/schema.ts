import * as z from 'zod'
import { roles } from '../../../db/schema/credential.ts'
import { Instant, NullableInstant } from '../../shared/instant.ts'
import { listQuery, pageOf } from '../../shared/page.ts'
import { Policy } from '../../shared/policy/policy.ts'
import { NullableSid, Sid } from '../../shared/sid.ts'
import { Text } from '../../shared/text.ts'

export const CredentialParams = z.strictObject({ installSid: Sid('AI'), credentialSid: Sid('AK') })

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

export const CredentialCreated = Credential.extend({
  secret: z.string().meta({ description: 'Shown this once; only its hash is kept.' }),
}).meta({ id: 'CredentialCreated' })

export const CredentialQuery = listQuery({}, ['createdDate', 'name'])
export const CredentialPage = pageOf(Credential, 'CredentialPage')
