import { batch } from '../../../../db/client.ts'
import { hashPassword } from '../../../shared/crypto/password.ts'
import { asPage } from '../../../shared/http/page.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { InstallParams } from '../../installs/schema.ts'
import { findSuppressionKey, guardNotSuppressed, hasherOf, identityOf } from '../suppressions/hashes.ts'
import { presentUser } from './present.ts'
import { findTimeZone, findUser, insertUser, listUserItems, updateUser } from './queries.ts'
import { requireNotErased, requireTimeZone, requireUpdated } from './rules.ts'
import { ProfileUpdate, User, UserCreate, UserPage, UserParams, UserQuery } from './schema.ts'

const tag = 'User'

export const createUser = route({
  method: 'post',
  path: '/v1/installs/{installSid}/users',
  tag,
  action: 'sp:CreateUser',
  summary: 'Create a user',
  params: InstallParams,
  body: UserCreate,
  returns: User,
  status: 201,
  description: 'A person who was erased is refused, until the suppression of the person is deleted.',
  problems: ['username_taken', 'id_taken', 'person_suppressed', 'edited_meanwhile', 'too_busy'],
  audited: true,
  load: ({ db, params, body }) => ({
    zones: findTimeZone(db, { sid: body.timeZoneSid ?? null }),
    keys: findSuppressionKey(db, params),
  }),
  handle: async ({ db, env, params, body: { password, exernalId, externalId, ...body }, loaded }) => {
    const zone = requireTimeZone(body.timeZoneSid, loaded.zones)
    const hasher = await hasherOf(env, params.installSid, loaded.keys)
    const values = {
      ...body,
      enabled: body.enabled ?? false,
      externalId: externalId ?? exernalId,
      passwordHash: password ? await hashPassword(password, env.PASSWORD_COST_LOG2) : null,
    }
    const { rows } = await batch(db, {
      rows: insertUser(db, params.installSid, values),
      // After the insert, which waits for the erasure of a person with one of the ids.
      allowed: guardNotSuppressed(db, params.installSid, hasher?.(identityOf(values)) ?? null),
    })
    return presentUser(firstOr404(rows), zone, null)
  },
})

export const listUsers = route({
  method: 'get',
  path: '/v1/installs/{installSid}/users',
  tag,
  action: 'sp:ListUsers',
  summary: 'List users',
  params: InstallParams,
  query: UserQuery,
  returns: UserPage,
  load: ({ db, params, query }) => listUserItems(db, params.installSid, query),
  handle: asPage,
})

export const readUserProfile = route({
  method: 'get',
  path: '/v1/installs/{installSid}/users/{userSid}/profile',
  tag,
  action: 'sp:ReadUserProfile',
  summary: 'Get user profile',
  params: UserParams,
  returns: User,
  load: ({ db, params }) => ({ users: findUser(db, params) }),
  ownedBy: ({ params }) => params.userSid,
  handle: ({ loaded }) => {
    const { user, zone, current } = firstOr404(loaded.users)
    return presentUser(user, zone, current)
  },
})

export const updateUserProfile = route({
  method: 'put',
  path: '/v1/installs/{installSid}/users/{userSid}/profile',
  tag,
  action: 'sp:UpdateUserProfile',
  summary: 'Update user profile',
  description: 'Changes only the members that are sent; `null` clears a member.',
  params: UserParams,
  body: ProfileUpdate,
  returns: User,
  problems: ['user_erased'],
  audited: true,
  load: ({ db, params, body }) => ({
    users: findUser(db, params),
    zones: findTimeZone(db, { sid: body.timeZoneSid ?? null }),
  }),
  ownedBy: ({ params }) => params.userSid,
  handle: async ({ db, params, body: { svcId, ...body }, loaded }) => {
    const before = requireNotErased(firstOr404(loaded.users))
    const zone =
      body.timeZoneSid === undefined ? before.zone : requireTimeZone(body.timeZoneSid, loaded.zones)
    const changes = svcId === undefined ? body : { ...body, svcSid: svcId }
    const updated = requireUpdated(await updateUser(db, params.installSid, params.userSid, changes))
    return presentUser(updated, zone, before.current)
  },
})
