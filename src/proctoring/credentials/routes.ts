import * as z from 'zod'
import { isWithinRole } from '../../shared/authority/roles.ts'
import { hashSecret, makeSecret } from '../../shared/authority/secret.ts'
import { asPage } from '../../shared/page.ts'
import { requireKnownActions, requireWithin, storedForm } from '../../shared/policy/ceiling.ts'
import { found, Problem } from '../../shared/problem.ts'
import { route } from '../env.ts'
import { findInstall } from '../installs/queries.ts'
import { InstallParams } from '../installs/schema.ts'
import { insertCredential, listCredentialRows, revokeCredentialRow } from './queries.ts'
import {
  CredentialCreate,
  CredentialCreated,
  CredentialPage,
  CredentialParams,
  CredentialQuery,
} from './schema.ts'

const tag = 'App Install'
const path = '/v1/installs/{installSid}/credentials'

export const createCredential = route({
  method: 'post',
  path,
  tag,
  action: 'sp:CreateCredential',
  callers: ['credential'],
  summary: 'Create an API credential of the install',
  description:
    "Its policy must lie inside the caller's, its role at or below it, its expiry at or before it; it belongs to the application of the caller. The secret is shown in this answer only.",
  params: InstallParams,
  body: CredentialCreate,
  returns: CredentialCreated,
  status: 201,
  problems: ['permission_ceiling_violation'],
  load: ({ db, params }) => ({ installs: findInstall(db, params) }),
  handle: async ({ db, caller, body, loaded }) => {
    requireKnownActions(body.policy)
    requireWithin(caller.policies, body.policy)
    if (!isWithinRole(caller.role, body.role))
      throw new Problem(
        'permission_ceiling_violation',
        `A credential of role ${caller.role} cannot make one of role ${body.role}.`,
      )
    const secret = makeSecret('credential')
    const [, rows] = await db.batch(
      insertCredential(
        db,
        { ...found(loaded.installs), applicationSid: caller.applicationSid },
        {
          ...body,
          policy: storedForm(caller.policies, body.policy),
          expiresAt: body.expiresAt ?? null,
          createdBySid: caller.credentialSid,
          secretHash: hashSecret(secret),
        },
      ),
    )
    const row = found(rows)
    return { ...row, secret }
  },
})

export const listCredentials = route({
  method: 'get',
  path,
  tag,
  action: 'sp:ListCredentials',
  callers: ['credential'],
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
  callers: ['credential'],
  summary: 'Revoke an API credential',
  description:
    'At once: once this has answered, neither the credential nor any token that it created is accepted. Credentials that it created stay: revoke them too.',
  params: CredentialParams,
  returns: z.string(),
  handle: async ({ db, params }) => {
    found(await revokeCredentialRow(db, params.installSid, params.credentialSid))
    return 'Credential revoked'
  },
})
