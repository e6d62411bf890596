import { batch } from '../../../../db/client.ts'
import { requireRecentSignIn } from '../../../shared/auth/operator-caller.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { insertSignInEvent } from '../../audit/queries.ts'
import { route } from '../../env.ts'
import { clientOf } from '../../identity/client.ts'
import { accountOf, actorOf } from '../../principal/authenticator.ts'
import { changeAccount, findAccount } from './queries.ts'
import { Account, AccountUpdate } from './schema.ts'

const common = {
  tag: 'Operators',
  path: '/api/account',
  callers: ['session', 'credential'],
  needs: 'account',
  returns: Account,
} as const

export const readAccount = route({
  ...common,
  method: 'get',
  action: 'sp:ReadAccount',
  summary: 'Get the account',
  load: ({ db, callerScope }) => ({ accounts: findAccount(db, callerScope.account) }),
  handle: ({ loaded: { accounts } }) => firstOr404(accounts),
})

export const updateAccount = route({
  ...common,
  method: 'put',
  action: 'sp:UpdateAccount',
  summary: 'Update the account',
  description:
    'Changes only the members that are sent. With `requireMfa`, an operator without a second factor can only enroll one: every other operation is refused with `mfa_required_by_account`. A session requires a sign-in within the last 15 minutes.',
  body: AccountUpdate,
  problems: ['fresh_sign_in_required'],
  audited: true,
  async handle({ db, caller, body, header }) {
    requireRecentSignIn(caller)
    const accountSid = accountOf(caller)
    const { accounts } = await batch(db, {
      change: changeAccount(db, accountSid, body),
      event: insertSignInEvent(db, {
        event: 'account_changed',
        client: clientOf(header),
        of: { accountSid, operatorSid: null, userSid: null },
        actor: actorOf(caller),
      }),
      accounts: findAccount(db, accountSid),
    })
    return firstOr404(accounts)
  },
})
