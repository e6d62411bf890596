// Revokes many tokens with one write. Each token family stores the epochs of its install, user and credentials; the
// write raises one of these epochs.

import * as z from 'zod'
import { batch, type Database } from '../../../db/client.ts'
import type { SidOf } from '../../../db/sid.ts'
import { notAllowed } from '../../shared/auth/authorize.ts'
import type { Caller } from '../../shared/auth/caller.ts'
import { catalogue } from '../../shared/auth/policy/actions.ts'
import { violations } from '../../shared/auth/policy/decide.ts'
import { invalid, unknownSid } from '../../shared/problems/field-errors.ts'
import { record } from '../audit/queries.ts'
import { route } from '../env.ts'
import { InstallParams, tag } from '../paths.ts'
import { findUser } from '../tokens/queries.ts'
import { findCredential, raiseEpoch } from './queries.ts'
import { Revocation } from './schema.ts'

export const revokeTokens = route({
  method: 'post',
  path: '/v1/installs/{installSid}/sts/revocations',
  tag,
  action: 'sp:RevokeStsTokens',
  learners: 'impersonal',
  callers: ['credential', 'session'],
  summary: 'Revoke many tokens at once',
  description:
    'Revokes every token of a user, the tokens that a credential issued or refreshed last, or all tokens of the install, regardless of their number. Tokens that are issued later are not affected. A caller cannot revoke the tokens of another credential that has access to other installs if it is bound to one install, or if its policy does not allow this in all installs.',
  params: InstallParams,
  body: Revocation,
  returns: z.void(),
  status: 204,
  audited: true,
  load: ({ db, params, body }) => ({
    users: findUser(db, params.installSid, body.targetUserSid ?? null),
    credentials: findCredential(db, params.installSid, body.credentialSid ?? null),
  }),
  handle: async ({ db, caller, params: { installSid }, body, loaded }) => {
    const { raised, ...whose } = revocationOf(db, installSid, body, loaded, caller)
    await batch(db, {
      raised,
      record: record(db, caller, { ...whose, installSid }),
    })
  },
})

type Targets = { users: { sid: SidOf<'US'> }[]; credentials: Awaited<ReturnType<typeof findCredential>> }

/**
 * Returns the write, and the members of its event record.
 * @throws Problem `invalid_request` if the caller cannot access the target
 */
function revocationOf(
  db: Database,
  installSid: SidOf<'AI'>,
  body: z.output<typeof Revocation>,
  { users: [user], credentials: [credential] }: Targets,
  caller: Caller,
) {
  if (body.all) return { event: 'install_revoked' as const, raised: raiseEpoch.install(db, installSid) }
  if (body.targetUserSid) {
    if (!user) throw invalid(unknownSid('targetUserSid', 'user', body.targetUserSid))
    return { event: 'user_revoked' as const, targetUserSid: user.sid, raised: raiseEpoch.user(db, user.sid) }
  }
  if (!credential || (credential.installSid === null && caller.installSid !== null))
    throw invalid(unknownSid('credentialSid', 'credential', body.credentialSid))
  if (credential.installSid === null && !isOwn(credential, caller)) requireEveryInstall(caller)
  const raised = raiseEpoch.credential(db, credential.sid)
  return { event: 'credential_revoked' as const, credentialSid: credential.sid, raised }
}

const isOwn = ({ sid }: { sid: SidOf<'AK'> }, caller: Caller): boolean =>
  caller.kind === 'credential' && caller.credentialSid === sid

/**
 * Requires that the caller may revoke the tokens of every install: the epoch of a credential ends those of each, and not only of the
 * install of the path.
 * @throws Problem `action_not_allowed`
 */
function requireEveryInstall({ policies }: Caller): void {
  const [action, resource] = ['sp:RevokeStsTokens', 'installs/*/sts/revocations'] as const
  const statement = { effect: 'Allow' as const, actions: [action], resources: [resource] }
  if (violations({ version: '1', statements: [statement] }, policies, catalogue).length > 0)
    throw notAllowed(action, resource, 'The tokens are those of several installs.')
}
