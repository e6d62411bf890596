import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { apiCredential } from '../../../../db/schema/credential.ts'
import { findApplications } from '../../../shared/auth/applications.ts'
import {
  insertCredential,
  revokeCredential,
  rotateCredential,
} from '../../../shared/auth/credentials/queries.ts'
import { grantable } from '../../../shared/auth/credentials/rules.ts'
import { hashSecret, makeSecret } from '../../../shared/auth/secret.ts'
import { asPage } from '../../../shared/http/page.ts'
import { invalid, unknownSid } from '../../../shared/problems/field-errors.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { accountOf } from '../../principal/authenticator.ts'
import { grantorOf } from './grantor.ts'
import { findCredential, findInstall, listCredentialRows } from './queries.ts'
import {
  AccountCredentialCreate,
  AccountCredentialCreated,
  AccountCredentialPage,
  AccountCredentialQuery,
  CredentialParams,
  CredentialRotate,
} from './schema.ts'

const path = '/api/credentials'
const common = { tag: 'Credentials', callers: ['session', 'credential'], needs: 'account' } as const
const ofOwners = 'Among operators, only owners may call this.'

export const listAccountCredentials = route({
  ...common,
  method: 'get',
  path,
  action: 'sp:ListAccountCredentials',
  learners: 'impersonal',
  summary: 'List the API credentials of the account',
  description: `Includes the credentials of its installs. ${ofOwners}`,
  query: AccountCredentialQuery,
  returns: AccountCredentialPage,
  load: ({ db, callerScope, query }) => listCredentialRows(db, callerScope, query),
  handle: asPage,
})

export const createAccountCredential = route({
  ...common,
  method: 'post',
  path,
  action: 'sp:CreateAccountCredential',
  learners: 'impersonal',
  summary: 'Create an API credential of the account',
  description: `For all installs of the account, or for one. Its policy must lie inside the caller's, its role at or below it, its expiry at or before it; it belongs to the application of a calling credential. An owner may grant everything within 15 minutes of signing in. Only this response contains the secret. ${ofOwners}`,
  body: AccountCredentialCreate,
  returns: AccountCredentialCreated,
  status: 201,
  problems: ['permission_ceiling_violation', 'application_required', 'fresh_sign_in_required'],
  audited: true,
  load: ({ db, callerScope, body }) => ({
    installs: findInstall(db, callerScope, body.installSid ?? null),
    applications: findApplications(db, callerScope, body.applicationSid),
  }),
  handle: async ({ db, caller, body, loaded }) => {
    const grantor = grantorOf(caller)
    const { accountSid, ceiling, createdBySid, lock } = grantor
    const policy = grantable(ceiling, body)
    const scope = { accountSid, ...scopeOf(body, grantor, loaded) }
    const secret = makeSecret('credential')
    const { made } = await batch(db, {
      grantor: lock(db),
      made: insertCredential(db, scope, {
        ...{ ...body, policy, createdBySid, secretHash: hashSecret(secret) },
        expiresAt: body.expiresAt ?? null,
      }),
    })
    return { ...firstOr404(made), secret }
  },
})

export const revokeAccountCredential = route({
  ...common,
  method: 'delete',
  path: `${path}/{credentialSid}`,
  action: 'sp:RevokeAccountCredential',
  learners: 'impersonal',
  summary: 'Revoke an API credential of the account',
  description: `Effective immediately: after this response, neither the credential nor any token that it created is accepted. A credential may revoke itself, and the last one may be revoked. Credentials and webhook endpoints that it created remain; the audit log lists them. ${ofOwners}`,
  params: CredentialParams,
  returns: z.void(),
  status: 204,
  audited: true,
  load: ({ db, callerScope, params }) => ({
    credentials: findCredential(db, callerScope, params.credentialSid),
  }),
  handle: async ({ db, caller, loaded: { credentials } }) => {
    await revokeCredential(db, firstOr404(credentials).sid, eq(apiCredential.accountSid, accountOf(caller)))
  },
})

export const rotateAccountCredential = route({
  ...common,
  method: 'post',
  path: `${path}/{credentialSid}/rotate`,
  action: 'sp:RotateAccountCredential',
  learners: 'impersonal',
  summary: 'Rotate an API credential of the account',
  description: `Creates a successor with the same name, role, policy, install and application. Its expiry is that of the old credential without an overlap, and not later than that of the calling credential. Only this response contains its secret. The old credential is revoked immediately, or remains valid for \`overlapSeconds\`; its tokens end with it. Its rights must be within those of the caller; an owner may rotate every credential within 15 minutes of signing in. ${ofOwners}`,
  params: CredentialParams,
  body: CredentialRotate,
  returns: AccountCredentialCreated,
  problems: ['permission_ceiling_violation', 'credential_not_active', 'fresh_sign_in_required'],
  audited: true,
  load: ({ db, callerScope, params }) => ({
    credentials: findCredential(db, callerScope, params.credentialSid),
  }),
  handle: async ({ db, caller, body: { overlapSeconds }, loaded: { credentials } }) => {
    const old = firstOr404(credentials)
    const { ceiling, applicationSid, createdBySid, lock } = grantorOf(caller)
    if (applicationSid && applicationSid !== old.applicationSid)
      throw new Problem('permission_ceiling_violation', 'The credential belongs to another application.')
    if (!old.active) throw new Problem('credential_not_active', 'The credential is revoked or expired.')
    const policy = grantable(ceiling, old)
    const secret = makeSecret('credential')
    const secretHash = hashSecret(secret)
    const { held, ...rotation } = rotateCredential(
      db,
      { ...old, policy },
      { secretHash, overlapSeconds, createdBySid },
    )
    // Locks the old credential first. It may be the caller's own: two requests that both hold a shared lock on it and
    // then request an exclusive lock would deadlock.
    const { made } = await batch(db, { held, grantor: lock(db), ...rotation })
    return { ...firstOr404(made), secret }
  },
})

type Loaded = {
  installs: Awaited<ReturnType<typeof findInstall>>
  applications: Awaited<ReturnType<typeof findApplications>>
}

/**
 * Returns the install and application of a new credential.
 * @throws Problem `invalid_request` if the account does not have them, `application_required`
 */
function scopeOf(
  { installSid = null, applicationSid }: z.output<typeof AccountCredentialCreate>,
  { applicationSid: granted }: Pick<ReturnType<typeof grantorOf>, 'applicationSid'>,
  { installs: [install], applications: [application, another] }: Loaded,
) {
  if (installSid && !install) throw invalid(unknownSid('installSid', 'install', installSid))
  if (granted) {
    if (applicationSid && applicationSid !== granted)
      throw invalid(unknownSid('applicationSid', 'application', applicationSid))
    return { installSid, applicationSid: granted }
  }
  if (applicationSid && !(application && (!install || install.applicationSid === application.sid)))
    throw invalid(unknownSid('applicationSid', 'application', applicationSid))
  if (install) return { installSid, applicationSid: install.applicationSid }
  if (!application || another) throw new Problem('application_required', 'Send applicationSid.')
  return { installSid, applicationSid: application.sid }
}
