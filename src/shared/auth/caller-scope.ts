import { type SQL, sql } from 'drizzle-orm'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { RequestCredentials } from './caller.ts'

/** The caller's tenant as SQL expressions, for statements that run in the same batch as the authentication. */
export type CallerScope = {
  /** The sid of the caller's account; null without a caller. */
  account: SQL
  /** The sid of the caller's application; null for callers with access to several. */
  application: SQL
  /** The sid of the install that the caller is bound to; null for callers with access to several. */
  install: SQL
  /** Whether the caller has access to the current row of `install`. */
  includesInstall: SQL
  /** The sid of the learner for whom the caller's token is; null for other callers. */
  learner: SQL
  /** The sid of the caller's sign-in session; null for other callers. */
  session: SQL
  /** The text that identifies the caller: its sid, or that of the family of its token; null without a caller. */
  caller: SQL
}

/** The scope of a caller without access. */
export const emptyScope: CallerScope = {
  account: sql`null::uuid`,
  application: sql`null::uuid`,
  install: sql`null::uuid`,
  includesInstall: sql`false`,
  learner: sql`null::uuid`,
  session: sql`null::uuid`,
  caller: sql`null::text`,
}

export function callerScopeOf({ kind, hash }: RequestCredentials): CallerScope {
  if (kind === 'credential') {
    const caller = sql`from ${apiCredential} where ${apiCredential.secretHash} = ${sql.param(hash, apiCredential.secretHash)}`
    const account = sql`(select ${apiCredential.accountSid} ${caller})`
    const bound = sql`(select ${apiCredential.installSid} ${caller})`
    return {
      ...emptyScope,
      caller: sql`(select sid_text('AK', ${apiCredential.sid}) ${caller})`,
      account,
      application: sql`(select ${apiCredential.applicationSid} ${caller})`,
      install: bound,
      includesInstall: sql`(${install.accountSid} = ${account} and ${install.sid} = coalesce(${bound}, ${install.sid}))`,
    }
  }
  const caller = sql`from ${stsToken}
    join ${stsFamily} on ${stsFamily.sid} = ${stsToken.familySid}
    join ${apiCredential} on ${apiCredential.sid} = ${stsFamily.credentialSid}
    where ${stsToken.secretHash} = ${sql.param(hash, stsToken.secretHash)}`
  const bound = sql`(select ${stsFamily.installSid} ${caller})`
  return {
    ...emptyScope,
    // A token and its successors are one caller, so that a request can be repeated after a refresh.
    caller: sql`(select sid_text('TA', ${stsToken.familySid}) ${caller})`,
    account: sql`(select ${apiCredential.accountSid} ${caller})`,
    application: sql`(select ${apiCredential.applicationSid} ${caller})`,
    install: bound,
    includesInstall: sql`${install.sid} = ${bound}`,
    learner: sql`(select ${user.sid} from ${stsToken}
      join ${stsFamily} on ${stsFamily.sid} = ${stsToken.familySid}
      join ${user} on ${user.sid} = ${stsFamily.targetUserSid} and ${user.role} = 'learner'
      where ${stsToken.secretHash} = ${sql.param(hash, stsToken.secretHash)})`,
  }
}
