import * as z from 'zod'
import { batch } from '../../../db/client.ts'
import type { OperatorRole } from '../../../db/schema/operator.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import { requireRecentSignIn } from '../../shared/auth/operator-caller.ts'
import { makeSecret } from '../../shared/auth/secret.ts'
import { asPage } from '../../shared/http/page.ts'
import { firstOr404, Problem } from '../../shared/problems/problem.ts'
import { attemptBy } from '../../shared/rate-limit.ts'
import { insertAuditRow } from '../audit/insert.ts'
import { insertSignInEvent } from '../audit/queries.ts'
import { insertReset, renewInvitation } from '../auth/passwords/queries.ts'
import { route } from '../env.ts'
import { clientOf } from '../identity/client.ts'
import { invitationMail } from '../mail/email-templates.ts'
import { accountOf, actorOf, type PlatformCaller } from '../principal/authenticator.ts'
import { limits } from '../throttle/limits.ts'
import { requireAttempts } from '../throttle/queries.ts'
import { requireOperatorScope, requireOperatorWithin } from './ceiling.ts'
import { applyChange } from './change.ts'
import {
  findByEmail,
  findOperator,
  insertOperator,
  listOperatorRows,
  nameOfAccount,
  readOperator,
  removeOperator,
} from './queries.ts'
import {
  Operator,
  OperatorInvite,
  OperatorPage,
  OperatorParams,
  OperatorQuery,
  OperatorUpdate,
} from './schema.ts'

const path = '/api/operators'
const common = { tag: 'Operators', callers: ['session', 'credential'], needs: 'account' } as const

/** @throws Problem `permission_ceiling_violation`; for an owner also `fresh_sign_in_required` */
function requireMayGrantRole(caller: PlatformCaller, role: OperatorRole): void {
  requireOperatorWithin(caller, role)
  if (role === 'owner') requireRecentSignIn(caller)
}

const invitationAttempts = (accountSid: SidOf<'AC'>, email: string) => [
  attemptBy(limits.invitations, accountSid),
  attemptBy(limits.invitationsTo, email.toLowerCase()),
]

export const listOperators = route({
  ...common,
  method: 'get',
  path,
  action: 'sp:ListOperators',
  summary: 'List the operators of the account',
  query: OperatorQuery,
  returns: OperatorPage,
  load: ({ db, callerScope, query }) => listOperatorRows(db, callerScope, query),
  handle: asPage,
})

export const inviteOperator = route({
  ...common,
  method: 'post',
  path,
  action: 'sp:InviteOperator',
  summary: 'Invite an operator',
  description:
    'Mails a single-use link that sets the first password and is valid for 7 days. A caller cannot invite to a role above their own; to invite an owner, a session requires a sign-in within the last 15 minutes. A credential that creates or changes operators requires the role `admin`; a credential that expires, or whose account has other applications than its own, cannot invite or promote. Limits per 24 hours: 50 invitations by an account and 3 to an address; an invitation that is refused with `email_taken` counts.',
  body: OperatorInvite,
  returns: Operator,
  status: 201,
  problems: ['permission_ceiling_violation', 'fresh_sign_in_required', 'email_taken', 'too_many_attempts'],
  audited: true,
  load: ({ db, callerScope, body }) => ({
    accounts: nameOfAccount(db, callerScope),
    existing: findByEmail(db, body.email),
  }),
  async handle({ db, env, caller, body, header, loaded: { accounts, existing }, waitUntil }) {
    requireMayGrantRole(caller, body.role)
    const accountSid = accountOf(caller)
    const attempts = invitationAttempts(accountSid, body.email)
    if (existing.length > 0) {
      // Counts the attempts in a separate batch. The batch below would roll them back, so addresses could be probed
      // without limit. The count is no effect of the request, so its key stays free.
      await batch(env.db, {
        attempts: requireAttempts(db, attempts),
        scope: requireOperatorScope(db, caller),
      })
      throw new Problem('email_taken', 'An operator has this address already.')
    }
    const sid = newSid('OP')
    const secret = makeSecret('reset')
    const subject = { operatorSid: sid, userSid: null }
    const { operators } = await batch(db, {
      attempts: requireAttempts(db, attempts),
      scope: requireOperatorScope(db, caller),
      made: insertOperator(db, { ...body, sid, accountSid }),
      link: insertReset(db, subject, secret, 'invitation'),
      noted: insertSignInEvent(db, {
        event: 'operator_invited',
        client: clientOf(header),
        of: { ...subject, accountSid },
        actor: actorOf(caller),
      }),
      operators: readOperator(db, sid),
    })
    waitUntil(env.mail(invitationMail(body, env.baseUrl, secret, firstOr404(accounts).name)))
    return firstOr404(operators)
  },
})

const invitationRoute = { ...common, params: OperatorParams } as const

export const reinviteOperator = route({
  ...invitationRoute,
  method: 'post',
  path: `${path}/{operatorSid}/invite`,
  action: 'sp:ReinviteOperator',
  summary: 'Invite an operator again',
  description:
    'Mails a new link to an operator who has not accepted yet and invalidates earlier links. Counts as an invitation.',
  body: z.strictObject({}),
  returns: Operator,
  problems: ['permission_ceiling_violation', 'fresh_sign_in_required', 'not_invited', 'too_many_attempts'],
  audited: true,
  load: ({ db, callerScope, params }) => ({
    operators: findOperator(db, callerScope, params.operatorSid),
    accounts: nameOfAccount(db, callerScope),
  }),
  async handle({ db, env, caller, header, loaded: { operators, accounts }, waitUntil }) {
    const invited = firstOr404(operators)
    requireMayGrantRole(caller, invited.role)
    const accountSid = accountOf(caller)
    const subject = { operatorSid: invited.id, userSid: null }
    const secret = makeSecret('reset')
    await batch(db, {
      attempts: requireAttempts(db, invitationAttempts(accountSid, invited.email)),
      scope: requireOperatorScope(db, caller),
      link: renewInvitation(db, subject, secret),
      audited: insertAuditRow(db, {
        ...{ accountSid, kind: 'operator', action: 'invited', recordSid: invited.id },
      }),
      event: insertSignInEvent(db, {
        event: 'operator_invited',
        client: clientOf(header),
        of: { ...subject, accountSid },
        actor: actorOf(caller),
      }),
    })
    waitUntil(env.mail(invitationMail(invited, env.baseUrl, secret, firstOr404(accounts).name)))
    return invited
  },
})

const operatorRoute = {
  ...common,
  params: OperatorParams,
  returns: Operator,
  problems: ['permission_ceiling_violation', 'last_owner', 'edited_meanwhile'],
} as const

export const deleteOperator = route({
  ...operatorRoute,
  method: 'delete',
  path: `${path}/{operatorSid}`,
  action: 'sp:DeleteOperator',
  summary: 'Delete an operator',
  description:
    'Effective immediately: ends its sessions and invalidates its JWTs. Sign-in events of the operator remain. An account requires at least one owner.',
  returns: z.void(),
  status: 204,
  audited: true,
  load: ({ db, callerScope, params }) => ({ operators: findOperator(db, callerScope, params.operatorSid) }),
  async handle({ db, caller, header, loaded: { operators } }) {
    const { id, role } = firstOr404(operators)
    requireOperatorWithin(caller, role)
    const accountSid = accountOf(caller)
    await batch(db, {
      operator: removeOperator(db, accountSid, { id, role }),
      event: insertSignInEvent(db, {
        event: 'operator_deleted',
        client: clientOf(header),
        of: { operatorSid: id, userSid: null, accountSid },
        actor: actorOf(caller),
      }),
    })
  },
})

export const updateOperator = route({
  ...operatorRoute,
  method: 'put',
  path: `${path}/{operatorSid}`,
  action: 'sp:UpdateOperator',
  summary: 'Update an operator',
  description:
    'Changes only the members that are sent. An account requires at least one owner. To make an operator an owner, a session requires a sign-in within the last 15 minutes.',
  body: OperatorUpdate,
  problems: [...operatorRoute.problems, 'fresh_sign_in_required'],
  audited: true,
  load: ({ db, callerScope, params }) => ({ operators: findOperator(db, callerScope, params.operatorSid) }),
  handle({ db, caller, body, header, loaded: { operators } }) {
    const operator = firstOr404(operators)
    if (body.role !== undefined && body.role !== operator.role) requireMayGrantRole(caller, body.role)
    return applyChange({ db, caller, header }, operator, 'operator_changed', body)
  },
})

export const disableOperator = route({
  ...operatorRoute,
  method: 'post',
  path: `${path}/{operatorSid}/disable`,
  action: 'sp:DisableOperator',
  summary: 'Disable an operator',
  description:
    'Effective immediately: ends its sessions, invalidates its mailed links and prevents further sign-ins. An account requires at least one owner.',
  audited: true,
  load: ({ db, callerScope, params }) => ({ operators: findOperator(db, callerScope, params.operatorSid) }),
  handle: ({ db, caller, header, loaded: { operators } }) =>
    applyChange({ db, caller, header }, firstOr404(operators), 'operator_disabled', { isDisabled: true }),
})

export const enableOperator = route({
  ...operatorRoute,
  method: 'post',
  path: `${path}/{operatorSid}/enable`,
  action: 'sp:EnableOperator',
  summary: 'Enable a disabled operator',
  description: 'An operator who has not accepted the invitation must be invited again.',
  problems: [...operatorRoute.problems, 'fresh_sign_in_required'],
  audited: true,
  load: ({ db, callerScope, params }) => ({ operators: findOperator(db, callerScope, params.operatorSid) }),
  handle({ db, caller, header, loaded: { operators } }) {
    const operator = firstOr404(operators)
    requireMayGrantRole(caller, operator.role)
    return applyChange({ db, caller, header }, operator, 'operator_enabled', { isDisabled: false })
  },
})
