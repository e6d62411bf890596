import { asPage } from '../../shared/http/page.ts'
import { route } from '../env.ts'
import { listEventRows } from './queries.ts'
import { EventQuery, SignInEventPage } from './schema.ts'

export const listSignInEvents = route({
  method: 'get',
  path: '/api/auth/events',
  tag: 'Operators',
  action: 'sp:ListSignInEvents',
  callers: ['session', 'credential'],
  needs: 'account',
  summary: 'List the sign-in events of the account',
  description:
    'Lists sign-ins, failed sign-ins and changes of sign-in settings, of operators and of the users of its installs.',
  query: EventQuery,
  returns: SignInEventPage,
  load: ({ db, callerScope, query }) => listEventRows(db, callerScope, query),
  handle: asPage,
})
