// One granted request of each audited operation of area C, with the audit row that it must write.
import { type AuditedRequest, type AuditedRequests, everyAction } from './audited-requests.ts'
import { callerOf } from './client.ts'
import {
  makeOperator,
  otherPassword,
  resetLink,
  resetPassword,
  signedInAs,
  someEmail,
  somePassword,
} from './platform.ts'
import { ownStack, usualDatabase } from './stack.ts'
import type { World } from './world.ts'

const credential = { name: 'Heir', role: 'admin', policy: everyAction }
const made = async ({ admin }: World) =>
  (await admin('POST', '/api/credentials', { body: credential })).text('sid')

const endpoint = {
  ...{ url: 'https://lms.example.com/hook', secret: 'a secret of mine' },
  events: ['document.updated'],
}

/** A request to a new endpoint, with the action of its audit row. */
const ofEndpoint =
  (
    action: AuditedRequest['row']['action'],
    method: string,
    rest = '',
    body?: object,
    before: string[] = [],
  ) =>
  async ({ admin }: World): Promise<AuditedRequest> => {
    const recordSid = (await admin('POST', '/api/webhooks', { body: endpoint })).text('id')
    const at = `/api/webhooks/${recordSid}`
    for (const operation of before) await admin('POST', `${at}/${operation}`)
    return {
      row: { kind: 'webhook_endpoint', action, recordSid },
      request: () => admin(method, `${at}${rest}`, body ? { body } : {}),
    }
  }

const invitation = () => ({ email: someEmail(), name: 'Joan', role: 'viewer' })

/** A request about a new operator, with the action of its audit row. */
const ofOperator =
  (
    action: AuditedRequest['row']['action'],
    method: string,
    rest = '',
    body?: object,
    before: string[] = [],
  ) =>
  async (world: World): Promise<AuditedRequest> => {
    const recordSid = (await makeOperator(world, 'viewer')).id
    const at = `/api/operators/${recordSid}`
    for (const operation of before) await world.admin('POST', `${at}/${operation}`)
    return {
      row: { kind: 'operator', action, recordSid },
      request: () => world.admin(method, `${at}${rest}`, body ? { body } : {}),
    }
  }

/** The audited operations of area C. */
export const auditedOfPlatform: AuditedRequests = {
  updateAccount: w => ({
    row: { kind: 'account', action: 'updated', recordSid: w.accountSid },
    request: () => w.admin('PUT', '/api/account', { body: { name: 'Renamed' } }),
  }),
  createAccountCredential: w => ({
    row: { kind: 'credential', action: 'created' },
    request: () => w.admin('POST', '/api/credentials', { body: credential }),
  }),
  async revokeAccountCredential(w) {
    const recordSid = await made(w)
    return {
      row: { kind: 'credential', action: 'revoked', recordSid },
      request: () => w.admin('DELETE', `/api/credentials/${recordSid}`),
    }
  },
  async rotateAccountCredential(w) {
    const recordSid = await made(w)
    return {
      row: { kind: 'credential', action: 'rotated', recordSid },
      request: () => w.admin('POST', `/api/credentials/${recordSid}/rotate`, { body: {} }),
    }
  },

  async createFirstAdmin() {
    const stack = await ownStack(usualDatabase)
    const body = { name: 'Grace', email: someEmail(), password: somePassword() }
    return {
      ...{ stack, by: { actor: null, actorKind: null } },
      row: { kind: 'operator', action: 'created' },
      request: () => callerOf(stack)('POST', '/api/auth/setup', { body }),
    }
  },
  async changePassword(w) {
    const { id, password, call } = await signedInAs(w, 'owner')
    return {
      row: { kind: 'operator', action: 'updated', recordSid: id },
      by: { actor: id, actorKind: 'session' },
      request: () =>
        call('POST', '/api/auth/change-password', {
          body: { currentPassword: password, password: otherPassword },
        }),
    }
  },
  async resetPassword(w) {
    const person = await makeOperator(w)
    const token = await resetLink(person)
    return {
      row: { kind: 'operator', action: 'updated', recordSid: person.id },
      by: { actor: null, actorKind: null },
      request: () => resetPassword(person, token),
    }
  },

  inviteOperator: w => ({
    row: { kind: 'operator', action: 'created' },
    request: () => w.admin('POST', '/api/operators', { body: invitation() }),
  }),
  async reinviteOperator(w) {
    const recordSid = (await w.admin('POST', '/api/operators', { body: invitation() })).text('id')
    return {
      row: { kind: 'operator', action: 'invited', recordSid },
      request: () => w.admin('POST', `/api/operators/${recordSid}/invite`),
    }
  },
  updateOperator: ofOperator('updated', 'PUT', '', { role: 'developer' }),
  deleteOperator: ofOperator('deleted', 'DELETE'),
  disableOperator: ofOperator('updated', 'POST', '/disable'),
  enableOperator: ofOperator('updated', 'POST', '/enable', undefined, ['disable']),

  createWebhook: w => ({
    row: { kind: 'webhook_endpoint', action: 'created' },
    request: () => w.admin('POST', '/api/webhooks', { body: endpoint }),
  }),
  updateWebhook: ofEndpoint('updated', 'PUT', '', { events: ['socket.message'] }),
  deleteWebhook: ofEndpoint('deleted', 'DELETE'),
  activateWebhook: ofEndpoint('updated', 'POST', '/activate', undefined, ['deactivate']),
  deactivateWebhook: ofEndpoint('updated', 'POST', '/deactivate'),
  rotateWebhookSecret: ofEndpoint('rotated', 'POST', '/rotate-secret', { secret: 'another secret' }),
}
