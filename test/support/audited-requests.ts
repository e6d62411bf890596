// One granted request of each audited operation, with the audit row that it must write.
import { randomUUID } from 'node:crypto'
import type { AuditedKind, auditActions } from '../../db/schema/audit.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import type { Answer } from './client.ts'
import { suppressionOf } from './everything.ts'
import { bundle } from './one-roster.ts'
import { someEmail } from './platform.ts'
import { itemOf } from './provision.ts'
import { school } from './roster.ts'
import { issueToken } from './tokens.ts'
import { allow, type World } from './world.ts'

/** Sids of the caller; null for a caller without a credential. */
type Actor = { actor: string | null; actorKind: 'credential' | 'session' | 'token' | null }

export type AuditedRequest = {
  request: () => Promise<Answer>
  row: { kind: AuditedKind; action: (typeof auditActions)[number]; recordSid?: string }
  /** The caller, unless it is the administrator's credential. */
  by?: Actor
  /** The system, unless it is that of the world. */
  stack?: Stack
}

/** Prepares the request of an operation in the world. */
export type AuditedRequests = Record<string, (world: World) => AuditedRequest | Promise<AuditedRequest>>

export const everyAction = { version: '1', statements: allow(['sp:*'], ['*']) }

const newItem = () => itemOf(`audited ${randomUUID()}`)

/** The audited operations of the areas A and B. */
export const auditedInInstalls: AuditedRequests = {
  createInstall: w => ({
    row: { kind: 'install', action: 'created' },
    request: () => w.admin('POST', '/v1/installs', { body: { name: 'Sister' } }),
  }),
  updateInstall: w => ({
    row: { kind: 'install', action: 'updated', recordSid: w.installSid },
    request: () => w.admin('PUT', w.path(''), { body: { name: 'Renamed' } }),
  }),
  updateInstallSettings: w => ({
    row: { kind: 'install', action: 'updated', recordSid: w.installSid },
    request: () => w.admin('PUT', w.path('/settings'), { body: { maxTokenTtlSeconds: 901 } }),
  }),
  createCredential: w => ({
    row: { kind: 'credential', action: 'created' },
    request: () =>
      w.admin('POST', w.path('/credentials'), {
        body: { name: 'Narrow', role: 'learner', policy: everyAction },
      }),
  }),
  async revokeCredential(w) {
    const { sid } = await w.credential([])
    return {
      row: { kind: 'credential', action: 'revoked', recordSid: sid },
      request: () => w.admin('DELETE', w.path(`/credentials/${sid}`)),
    }
  },
  createUser: w => ({
    row: { kind: 'user', action: 'created' },
    request: () =>
      w.admin('POST', w.path('/users'), {
        body: { firstName: 'Ada', lastName: 'Byron', email: someEmail() },
      }),
  }),
  async updateUser(w) {
    const sid = await w.user()
    return {
      row: { kind: 'user', action: 'updated', recordSid: sid },
      request: () => w.admin('PUT', w.path(`/users/${sid}`), { body: { lastName: 'Byron' } }),
    }
  },
  async updateUserProfile(w) {
    const sid = await w.user()
    return {
      row: { kind: 'user', action: 'updated', recordSid: sid },
      request: () =>
        w.admin('PUT', w.path(`/users/${sid}/profile`), { body: { mobilePhone: '+1 602 555 0100' } }),
    }
  },
  async mergeUsers(w) {
    const [sid, intoUserSid] = [await w.user({ homePhone: '+1 602 555 0100' }), await w.user()]
    return {
      row: { kind: 'user', action: 'erased', recordSid: sid },
      request: () => w.admin('POST', w.path(`/users/${sid}/merge`), { body: { intoUserSid } }),
    }
  },
  async eraseUser(w) {
    const sid = await w.user()
    return {
      row: { kind: 'user', action: 'erased', recordSid: sid },
      request: () => w.admin('DELETE', w.path(`/users/${sid}`)),
    }
  },
  async deleteSuppression(w) {
    const recordSid = await suppressionOf(w)
    return {
      row: { kind: 'suppression', action: 'deleted', recordSid },
      request: () => w.admin('DELETE', w.path(`/suppressions/${recordSid}`)),
    }
  },
  provisionRecords: w => ({
    row: { kind: 'user', action: 'created' },
    request: () => w.admin('POST', w.path('/provision'), { body: newItem() }),
  }),
  provisionBatch: w => ({
    row: { kind: 'user', action: 'created' },
    request: () => w.admin('POST', w.path('/provision/batch'), { body: { items: [newItem(), newItem()] } }),
  }),
  importRoster: w => ({
    row: { kind: 'user', action: 'created' },
    request: () =>
      w.admin('POST', w.path('/provision/oneroster'), {
        body: new Blob([bundle(school)]),
        headers: { 'content-type': 'application/zip' },
      }),
  }),
  async revokeStsToken(w) {
    const { sid } = await issueToken(w, { targetUserSid: await w.user() })
    return {
      row: { kind: 'token_family', action: 'revoked', recordSid: sid },
      request: () => w.admin('DELETE', w.path(`/sts/tokens/${sid}`)),
    }
  },
  async revokeStsTokens(w) {
    const targetUserSid = await w.user()
    return {
      row: { kind: 'tokens', action: 'revoked', recordSid: targetUserSid },
      request: () => w.admin('POST', w.path('/sts/revocations'), { body: { targetUserSid } }),
    }
  },
}
