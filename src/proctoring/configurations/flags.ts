import { together } from '../../../db/client.ts'
import { actorOf } from '../../shared/authority/caller.ts'
import { found } from '../../shared/problem.ts'
import { route } from '../env.ts'
import { manage, one } from './paths.ts'
import { presentOpened } from './present.ts'
import { setFlags } from './queries.ts'
import { Configuration } from './schema.ts'

export const approveConfiguration = route({
  ...one,
  ...manage,
  method: 'post',
  path: `${one.path}/approve`,
  action: 'sp:ApproveExamConfiguration',
  summary: 'Approve exam configuration',
  returns: Configuration,
  handle: async ({ db, env, caller, params }) => {
    const { record } = await together(
      db,
      setFlags(db, params, { approved: true, approvedBy: actorOf(caller) }),
    )
    return presentOpened(env, caller, found(record))
  },
})

export const lockConfiguration = route({
  ...one,
  ...manage,
  method: 'post',
  path: `${one.path}/lock`,
  action: 'sp:LockExamConfiguration',
  summary: 'Lock exam configuration',
  description: 'Instructors may not touch it from then on.',
  returns: Configuration,
  handle: async ({ db, env, caller, params }) => {
    const { record } = await together(db, setFlags(db, params, { locked: true }))
    return presentOpened(env, caller, found(record))
  },
})

export const unlockConfiguration = route({
  ...one,
  ...manage,
  method: 'post',
  path: `${one.path}/unlock`,
  action: 'sp:UnlockExamConfiguration',
  summary: 'Unlock exam configuration',
  returns: Configuration,
  handle: async ({ db, env, caller, params }) => {
    const { record } = await together(db, setFlags(db, params, { locked: false }))
    return presentOpened(env, caller, found(record))
  },
})
