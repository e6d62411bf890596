import { notAllowed } from '../../shared/authority/authorise.ts'
import { found } from '../../shared/problem.ts'
import { route } from '../env.ts'
import { insertInstall } from './queries.ts'
import { Install, InstallCreate } from './schema.ts'

export const createInstall = route({
  method: 'post',
  path: '/v1/installs',
  tag: 'App Install',
  action: 'sp:CreateInstall',
  callers: ['credential'],
  summary: 'Create an install',
  description:
    "Takes a credential that reaches the whole account; the install belongs to the credential's application.",
  body: InstallCreate,
  returns: Install,
  status: 201,
  handle: async ({ db, caller, body }) => {
    if (caller.installSid !== null)
      throw notAllowed('sp:CreateInstall', 'installs', 'It is bound to one install.')
    return found(await insertInstall(db, caller, body.name))
  },
})
