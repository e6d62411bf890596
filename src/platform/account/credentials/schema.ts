import * as z from 'zod'
import { Credential, CredentialCreate, secret } from '../../../shared/auth/credentials/schema.ts'
import { Flag, listQuery, pageOf } from '../../../shared/http/page.ts'
import { NullableSid, Sid } from '../../../shared/values/sid.ts'

export const CredentialParams = z.strictObject({ credentialSid: Sid('AK') })

export const AccountCredential = Credential.extend({
  applicationSid: Sid('AP'),
  replacedBySid: NullableSid('AK').meta({
    description: 'The newest credential that replaced it by rotation.',
  }),
  active: z.boolean().meta({ description: 'Whether it is accepted: neither revoked nor expired.' }),
}).meta({ id: 'AccountCredential' })

export const AccountCredentialCreated = AccountCredential.extend({ secret }).meta({
  id: 'AccountCredentialCreated',
})

export const AccountCredentialCreate = z
  .strictObject({
    ...CredentialCreate.shape,
    installSid: NullableSid('AI')
      .optional()
      .meta({ description: 'The one install in its scope; if absent, all installs of the account.' }),
    applicationSid: Sid('AP')
      .optional()
      .meta({ description: 'If absent, the application of the install, else that of the caller.' }),
  })
  .meta({ id: 'AccountCredentialCreate' })

const maxOverlapSeconds = 86_400

export const CredentialRotate = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(maxOverlapSeconds)
      .default(0)
      .meta({ description: 'How long the old secret remains valid, in seconds; 0 revokes it immediately.' }),
  })
  .meta({ id: 'CredentialRotate' })

export const AccountCredentialQuery = listQuery(
  {
    installSid: Sid('AI').optional(),
    active: Flag.optional().meta({ description: 'true: neither revoked nor expired; false: all others.' }),
  },
  ['createdDate', 'name'],
)
export type AccountCredentialQuery = z.output<typeof AccountCredentialQuery>
export const AccountCredentialPage = pageOf(AccountCredential, 'AccountCredentialPage')
