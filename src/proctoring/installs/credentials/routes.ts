import * as z from 'zod'
import { batch, type Database } from '../../../../db/client.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import {
  insertCredential,
  lockCreator,
  revokeCredential as revokeCredentialRow,
} from '../../../shared/auth/credentials/queries.ts'
import { grantable } from '../../../shared/auth/credentials/rules.ts'
import { CredentialCreate } from '../../../shared/auth/credentials/schema.ts'
import { requireRecentSignIn } from '../../../shared/auth/operator-caller.ts'
import { lockOperator } from '../../../shared/auth/operator-lock.ts'
import { hashSecret, makeSecret } from '../../../shared/auth/secret.ts'
import { asPage } from '../../../shared/http/page.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { findInstall, type InstallRow } from '../queries.ts'
import { InstallParams } from '../schema.ts'
import { findCredential, inInstall, listCredentialRows } from './queries.ts'
import { CredentialCreated, CredentialPage, CredentialParams, CredentialQuery } from './schema.ts'

const tag = 'App Install'
const path = '/v1/installs/{installSid}/credentials'

export const createCredential = route({
  method: 'post',
  path,
  tag,
  action: 'sp:CreateCredential',
  learners: 'impersonal',
  callers: ['credential', 'session'],
  summary: 'Create an API credential of the install',
  description:
    "Its policy must lie inside the caller's, its role at or below it, its expiry at or before it; it belongs to the application of a calling credential, or of the install. An operator requires a sign-in within the last 15 minutes. Only this response contains the secret.",
  params: InstallParams,
  body: CredentialCreate,
  returns: CredentialCreated,
  status: 201,
  problems: ['permission_ceiling_violation', 'fresh_sign_in_required'],
  audited: true,
  load: ({ db, params }) => ({ installs: findInstall(db, params) }),
  handle: async ({ db, caller, body, loaded }) => {
    requireRecentSignIn(caller)
    const policy = grantable(caller, body)
    const install = firstOr404(loaded.installs)
    const { createdBySid, applicationSid, lock } = grantorOf(caller, install)
    const secret = makeSecret('credential')
    const { created } = await batch(db, {
      locked: lock(db),
      created: insertCredential(
        db,
        { accountSid: install.accountSid, installSid: install.sid, applicationSid },
        {
          ...{ ...body, policy, secretHash: hashSecret(secret), createdBySid },
          expiresAt: body.expiresAt ?? null,
        },
      ),
    })
    return { ...firstOr404(created), secret }
  },
})

/** Returns what a new credential has of its creator, and the lock of the creator's row. */
const grantorOf = (caller: Caller, { applicationSid }: Pick<InstallRow, 'applicationSid'>) =>
  caller.kind === 'session'
    ? {
        ...{ createdBySid: null, applicationSid },
        lock: (db: Database) => lockOperator(db, caller.sessionSid, caller.operatorRole),
      }
    : {
        ...{ createdBySid: caller.credentialSid, applicationSid: caller.applicationSid },
        lock: (db: Database) => lockCreator(db, caller.credentialSid),
      }

export const listCredentials = route({
  method: 'get',
  path,
  tag,
  action: 'sp:ListCredentials',
  learners: 'impersonal',
  callers: ['credential', 'session'],
  summary: 'List the API credentials of the install',
  params: InstallParams,
  query: CredentialQuery,
  returns: CredentialPage,
  load: ({ db, params, query }) => listCredentialRows(db, params.installSid, query),
  handle: asPage,
})

export const revokeCredential = route({
  method: 'delete',
  path: `${path}/{credentialSid}`,
  tag,
  action: 'sp:RevokeCredential',
  learners: 'impersonal',
  callers: ['credential', 'session'],
  summary: 'Revoke an API credential',
  description:
    'Effective immediately: after this response, neither the credential nor any token that it created is accepted. Credentials and webhook endpoints that it created remain; the audit log lists them.',
  params: CredentialParams,
  returns: z.string(),
  audited: true,
  load: ({ db, params }) => ({ credentials: findCredential(db, params) }),
  handle: async ({ db, params, loaded }) => {
    firstOr404(loaded.credentials)
    await revokeCredentialRow(db, params.credentialSid, inInstall(params.installSid))
    return 'Credential revoked'
  },
})
