import { asPage } from '../../../shared/http/page.ts'
import { route } from '../../env.ts'
import { listInstallRows } from './queries.ts'
import { AccountInstallPage, AccountInstallQuery } from './schema.ts'

export const listAccountInstalls = route({
  method: 'get',
  path: '/api/installs',
  tag: 'Operators',
  action: 'sp:ListAccountInstalls',
  callers: ['session', 'credential'],
  needs: 'account',
  learners: 'impersonal',
  summary: 'List the installs of the account',
  description:
    'With the numbers of their users, exams and running attempts. An operator calls the operations of these installs with the same session.',
  query: AccountInstallQuery,
  returns: AccountInstallPage,
  load: ({ db, callerScope, query }) => listInstallRows(db, callerScope, query),
  handle: asPage,
})
