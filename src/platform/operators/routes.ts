import { together } from '../../../db/client.ts'
import { newSid } from '../../../db/sid.ts'
import { makeSecret } from '../../shared/authority/secret.ts'
import { asPage } from '../../shared/page.ts'
import { found } from '../../shared/problem.ts'
import { noteEvent } from '../audit/queries.ts'
import { clientOf } from '../client.ts'
import { route } from '../env.ts'
import { accountOf, actorOf } from '../gate.ts'
import { invitationLetter } from '../mail/letters.ts'
import { insertReset } from '../passwords/queries.ts'
import { requireOperatorWithin } from './ceiling.ts'
import { change } from './change.ts'
import { findOperator, insertOperator, listOperatorRows, nameOfAccount, showOperator } from './queries.ts'
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

export const listOperators = route({
  ...common,
  method: 'get',
  path,
  action: 'sp:ListOperators',
  summary: 'List the operators of the account',
  query: OperatorQuery,
  returns: OperatorPage,
  load: ({ db, reach, query }) => listOperatorRows(db, reach, query),
  handle: asPage,
})

export const inviteOperator = route({
  ...common,
  method: 'post',
  path,
  action: 'sp:InviteOperator',
  summary: 'Invite an operator',
  description:
    'Mails a link that sets the first password, once, for 7 days. Nobody can invite to a role that may do more than they may. A credential that makes or changes operators needs the role `admin`.',
  body: OperatorInvite,
  returns: Operator,
  status: 201,
  problems: ['permission_ceiling_violation', 'email_taken'],
  load: ({ db, reach }) => ({ accounts: nameOfAccount(db, reach) }),
  async handle({ db, env, caller, body, header, loaded: { accounts }, later }) {
    requireOperatorWithin(caller, body.role)
    const accountSid = accountOf(caller)
    const sid = newSid('OP')
    const secret = makeSecret('reset')
    const subject = { operatorSid: sid, userSid: null }
    const { shown } = await together(db, {
      made: insertOperator(db, { ...body, sid, accountSid }),
      link: insertReset(db, subject, secret, 'invitation'),
      noted: noteEvent(db, {
        event: 'operator_invited',
        client: clientOf(header),
        of: { ...subject, accountSid },
        actor: actorOf(caller),
      }),
      shown: showOperator(db, sid),
    })
    later(env.mail(invitationLetter(body, env.baseUrl, secret, found(accounts).name)))
    return found(shown)
  },
})

const onOne = {
  ...common,
  params: OperatorParams,
  returns: Operator,
  problems: ['permission_ceiling_violation', 'last_owner', 'edited_meanwhile'],
} as const

export const updateOperator = route({
  ...onOne,
  method: 'put',
  path: `${path}/{operatorSid}`,
  action: 'sp:UpdateOperator',
  summary: 'Change the name or the role of an operator',
  description: 'Only the members that are sent change. An account keeps at least one owner.',
  body: OperatorUpdate,
  load: ({ db, reach, params }) => ({ operators: findOperator(db, reach, params.operatorSid) }),
  handle: ({ db, caller, body, header, loaded: { operators } }) =>
    change({ db, caller, header }, found(operators), 'operator_changed', body),
})

export const disableOperator = route({
  ...onOne,
  method: 'post',
  path: `${path}/{operatorSid}/disable`,
  action: 'sp:DisableOperator',
  summary: 'Disable an operator',
  description: 'At once: its sessions end and it cannot sign in. An account keeps at least one owner.',
  load: ({ db, reach, params }) => ({ operators: findOperator(db, reach, params.operatorSid) }),
  handle: ({ db, caller, header, loaded: { operators } }) =>
    change({ db, caller, header }, found(operators), 'operator_disabled', { isDisabled: true }),
})

export const enableOperator = route({
  ...onOne,
  method: 'post',
  path: `${path}/{operatorSid}/enable`,
  action: 'sp:EnableOperator',
  summary: 'Enable a disabled operator',
  load: ({ db, reach, params }) => ({ operators: findOperator(db, reach, params.operatorSid) }),
  handle: ({ db, caller, header, loaded: { operators } }) =>
    change({ db, caller, header }, found(operators), 'operator_enabled', { isDisabled: false }),
})
