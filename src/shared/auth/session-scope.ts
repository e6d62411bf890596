import { type SQL, sql } from 'drizzle-orm'
import { operator, signInSession } from '../../../db/schema/operator.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { type CallerScope, emptyScope } from './caller-scope.ts'

/** The scope of a session: the account of its operator. A user of an install has no account. */
export function sessionScope(secretHash: string): CallerScope {
  const isIt = sql`${signInSession.secretHash} = ${sql.param(secretHash, signInSession.secretHash)}`
  const of = (value: SQL): SQL => sql`(select ${value} from ${signInSession} where ${isIt})`
  const account = sql`(
    select ${operator.accountSid} from ${operator}
    join ${signInSession} on ${signInSession.operatorSid} = ${operator.sid}
    where ${isIt})`
  return {
    ...emptyScope,
    account,
    includesInstall: sql`${install.accountSid} = ${account}`,
    session: of(sql`${signInSession.sid}`),
    // An operator has one scope in all sessions.
    caller: of(
      sql`coalesce(sid_text('OP', ${signInSession.operatorSid}), sid_text('US', ${signInSession.userSid}))`,
    ),
  }
}
