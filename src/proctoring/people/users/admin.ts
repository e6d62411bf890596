// The operations on users for administrators: update any member, and erase.

import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { hashPassword } from '../../../shared/crypto/password.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { setActor } from '../../actor.ts'
import { route } from '../../env.ts'
import { deleteObjects } from '../../files/deletion/objects.ts'
import { eraseUserRows } from './erase.ts'
import { findTimeZone, findUser, updateUser as updateUserRow } from './queries.ts'
import { requireNotErased, requireTimeZone, requireUpdated } from './rules.ts'
import { UserParams, UserUpdate } from './schema.ts'

const common = { tag: 'User', path: '/v1/installs/{installSid}/users/{userSid}', params: UserParams } as const

export const updateUser = route({
  ...common,
  method: 'put',
  action: 'sp:UpdateUser',
  summary: 'Update a user',
  description:
    'Changes only the members that are sent; `null` clears a member. A new password, a new email or `enabled: false` ends the sign-in sessions of the user immediately.',
  body: UserUpdate,
  returns: z.string(),
  problems: ['username_taken', 'user_erased', 'too_busy'],
  audited: true,
  load: ({ db, params, body }) => ({
    users: findUser(db, params),
    zones: findTimeZone(db, { sid: body.timeZoneSid ?? null }),
  }),
  handle: async ({ db, env, caller, params, body: { password, exernalId, enabled, ...body }, loaded }) => {
    requireNotErased(firstOr404(loaded.users))
    requireTimeZone(body.timeZoneSid, loaded.zones)
    const changes = {
      ...body,
      ...(exernalId !== undefined && { externalId: exernalId }),
      ...(enabled !== undefined && { enabled: enabled ?? false }),
      ...(password !== undefined && {
        passwordHash: password && (await hashPassword(password, env.PASSWORD_COST_LOG2)),
      }),
    }
    const { rows } = await batch(db, {
      actor: setActor(db, caller),
      rows: updateUserRow(db, params.installSid, params.userSid, changes),
    })
    requireUpdated(rows)
    return 'User updated'
  },
})

export const eraseUser = route({
  ...common,
  method: 'delete',
  action: 'sp:EraseUser',
  summary: 'Erase a user',
  description:
    'Permanently removes the personal data of the user everywhere: name, addresses, phone numbers, ids, files, and notes about the person in sessions and accommodations. The anonymous records of the user and the sessions remain, so that the counts in reports do not change. Revokes the tokens of the user.',
  returns: z.string(),
  audited: true,
  load: ({ db, params }) => ({ users: findUser(db, params) }),
  handle: async ({ db, env, params, loaded, waitUntil }) => {
    firstOr404(loaded.users)
    await batch(db, { erased: eraseUserRows(db, params) })
    waitUntil(() => deleteObjects(env))
    return 'User erased'
  },
})
