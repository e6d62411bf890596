// The operations on users for administrators: update any member, merge and erase.

import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { requireAction } from '../../../shared/auth/authorize.ts'
import { hashPassword } from '../../../shared/crypto/password.ts'
import { toProblem } from '../../../shared/problems/failure.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { setActor } from '../../actor.ts'
import { route } from '../../env.ts'
import { deleteObjects } from '../../files/deletion/objects.ts'
import { findSuppressionKey, hasherForErasure, identitiesOf } from '../suppressions/hashes.ts'
import { eraseUserRows, findMentions, lockUser, suppress } from './erase.ts'
import { mergeUserRows } from './merge.ts'
import { presentUser } from './present.ts'
import { findTimeZone, findUser, updateUser as updateUserRow } from './queries.ts'
import {
  requireMergeTarget,
  requireNotErased,
  requireRolesWithin,
  requireTimeZone,
  requireUpdated,
} from './rules.ts'
import { User, UserErased, UserMerge, UserParams, UserUpdate } from './schema.ts'

const common = { tag: 'User', path: '/v1/installs/{installSid}/users/{userSid}', params: UserParams } as const

export const updateUser = route({
  ...common,
  method: 'put',
  action: 'sp:UpdateUser',
  recordPath: '/v1/installs/{installSid}/users/{userSid}/profile',
  summary: 'Update a user',
  description:
    'Changes only the members that are sent; `null` clears a member. A new password, a new email or `enabled: false` ends the sign-in sessions of the user immediately. Nobody gives a role above the own one.',
  body: UserUpdate,
  returns: z.string(),
  problems: ['username_taken', 'id_taken', 'user_erased', 'too_busy'],
  audited: true,
  load: ({ db, params, body }) => ({
    users: findUser(db, params),
    zones: findTimeZone(db, { sid: body.timeZoneSid ?? null }),
  }),
  handle: async ({ db, env, caller, params, body: { password, exernalId, enabled, ...body }, loaded }) => {
    requireNotErased(firstOr404(loaded.users))
    requireRolesWithin(caller.role, [body.role])
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

/** The attempts to erase a user whom other requests change at the same time. */
const maxAttempts = 5

export const eraseUser = route({
  ...common,
  method: 'delete',
  action: 'sp:EraseUser',
  recordPath: '/v1/installs/{installSid}/users/{userSid}/profile',
  repeatable: true,
  summary: 'Erase a user',
  description:
    'Permanently removes the personal data of the user everywhere: name, addresses, phone numbers, ids, files, notes about the person in sessions and accommodations, and the changes of these in the history of topics. Messages that clients published and synchronised documents belong to the application: `notErased` lists them. Withdraws the enrollments, closes every session that has not ended, and revokes the tokens of the user. The anonymous records of the user and the sessions remain, so that the counts in reports do not change. Provisioning and rosters do not create the person again, until the suppression is deleted. Events of other learners that name the user are not changed: `mentions` lists them.',
  returns: UserErased,
  problems: ['edited_meanwhile', 'sealing_key_mismatch'],
  audited: true,
  load: ({ db, params }) => ({ users: findUser(db, params), keys: findSuppressionKey(db, params) }),
  handle: async ({ db, env, caller, params, loaded, waitUntil }) => {
    const erase = async ({ users, keys }: typeof loaded) => {
      const { user } = firstOr404(users)
      const { hasher, stored } = await hasherForErasure(db, env, params.installSid, keys)
      return batch(db, {
        actor: setActor(db, caller),
        stored: user.erasedDate ? [] : stored,
        locked: lockUser(db, params),
        suppressed: suppress(db, params, user, [...new Set(identitiesOf(user).flatMap(hasher))]),
        mentions: findMentions(db, params),
        erased: eraseUserRows(db, params),
      })
    }
    const reload = () => batch(db, { users: findUser(db, params), keys: findSuppressionKey(db, params) })
    let read = loaded
    for (let attempt = 1; ; attempt += 1)
      try {
        const { mentions } = await erase(read)
        waitUntil(() => deleteObjects(env))
        const notErased: ('messages' | 'documents')[] = ['messages', 'documents']
        return { erased: 'User erased' as const, notErased, mentions: firstOr404(mentions).sids }
      } catch (error) {
        // The ids of the user, or the key of the install, have changed since they were read.
        if (attempt === maxAttempts || toProblem(error).code !== 'edited_meanwhile') throw error
        read = await reload()
      }
  },
})

export const mergeUsers = route({
  ...common,
  path: `${common.path}/merge`,
  method: 'post',
  action: 'sp:MergeUsers',
  roles: ['admin'],
  summary: 'Merge a user into another one',
  description:
    'For a person who has two users. Moves the enrollments, sessions, accommodations, reviews and events of this user to the other one, which keeps its ids and its other members and gets those that it lacks, except the password. The policy of the caller must allow the operation for both users. Afterwards this user does not exist any more, and its tokens are revoked. If both have an active session of the same exam, or appointments that overlap, cancel one of them first.',
  body: UserMerge,
  returns: User,
  problems: ['user_erased', 'session_active', 'appointment_overlaps'],
  audited: true,
  load: ({ db, params, body }) => ({
    users: findUser(db, params),
    targets: findUser(db, { ...params, userSid: body.intoUserSid }),
  }),
  handle: async ({ db, caller, params, body: { intoUserSid }, loaded }) => {
    // Both users change, and the response is the record of the target.
    const path = `/v1/installs/${params.installSid}/users/${intoUserSid}/merge`
    requireAction(caller, { action: 'sp:MergeUsers', path, installSid: undefined })
    requireNotErased(firstOr404(loaded.users))
    requireMergeTarget(params.userSid, intoUserSid, loaded.targets)
    const { users } = await batch(db, {
      actor: setActor(db, caller),
      ...mergeUserRows(db, params, intoUserSid),
    })
    const { user, zone, current } = firstOr404(users)
    return presentUser(user, zone, current)
  },
})
