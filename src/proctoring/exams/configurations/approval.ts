import type * as z from 'zod'
import { batch, type Database } from '../../../../db/client.ts'
import { actorOf, type Caller } from '../../../shared/auth/caller.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { setActor } from '../../actor.ts'
import { route } from '../../env.ts'
import { managerRoles, one } from './paths.ts'
import { presentWithPassword } from './present.ts'
import { setFlags } from './queries.ts'
import { Configuration, type ConfigurationParams } from './schema.ts'

type Request = {
  db: Database
  env: { sealed: Seal }
  caller: Caller
  params: z.output<typeof ConfigurationParams>
}

/** Sets flags of a configuration and returns its record. */
async function updateFlags({ db, env, caller, params }: Request, flags: Parameters<typeof setFlags>[2]) {
  const { record } = await batch(db, { actor: setActor(db, caller), ...setFlags(db, params, flags) })
  return presentWithPassword(env, caller, firstOr404(record))
}

export const approveConfiguration = route({
  ...one,
  ...managerRoles,
  method: 'post',
  path: `${one.path}/approve`,
  action: 'sp:ApproveExamConfiguration',
  summary: 'Approve exam configuration',
  returns: Configuration,
  problems: ['sealing_key_mismatch'],
  handle: request => updateFlags(request, { approved: true, approvedBy: actorOf(request.caller) }),
})

export const lockConfiguration = route({
  ...one,
  ...managerRoles,
  method: 'post',
  path: `${one.path}/lock`,
  action: 'sp:LockExamConfiguration',
  summary: 'Lock exam configuration',
  description:
    'Instructors cannot change a locked configuration. Locking the primary configuration locks the exam: they can neither change its accommodations nor assign it.',
  returns: Configuration,
  problems: ['sealing_key_mismatch'],
  handle: request => updateFlags(request, { locked: true }),
})

export const unlockConfiguration = route({
  ...one,
  ...managerRoles,
  method: 'post',
  path: `${one.path}/unlock`,
  action: 'sp:UnlockExamConfiguration',
  summary: 'Unlock exam configuration',
  returns: Configuration,
  problems: ['sealing_key_mismatch'],
  handle: request => updateFlags(request, { locked: false }),
})
