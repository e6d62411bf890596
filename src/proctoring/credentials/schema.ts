import * as z from 'zod'
import { Credential, secret } from '../../shared/credentials/schema.ts'
import { listQuery, pageOf } from '../../shared/page.ts'
import { Sid } from '../../shared/sid.ts'

export const CredentialParams = z.strictObject({ installSid: Sid('AI'), credentialSid: Sid('AK') })

export const CredentialCreated = Credential.extend({ secret }).meta({ id: 'CredentialCreated' })

export const CredentialQuery = listQuery({}, ['createdDate', 'name'])
export const CredentialPage = pageOf(Credential, 'CredentialPage')
