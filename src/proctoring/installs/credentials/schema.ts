import * as z from 'zod'
import { Credential, secret } from '../../../shared/auth/credentials/schema.ts'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { Sid } from '../../../shared/values/sid.ts'

export const CredentialParams = z.strictObject({ installSid: Sid('AI'), credentialSid: Sid('AK') })

export const CredentialCreated = Credential.extend({ secret }).meta({ id: 'CredentialCreated' })

export const CredentialQuery = listQuery({}, ['createdDate', 'name'])
export const CredentialPage = pageOf(Credential, 'CredentialPage')
