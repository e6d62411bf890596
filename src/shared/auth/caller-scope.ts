import { type SQL, sql } from 'drizzle-orm'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { RequestCredentials } from './caller.ts'

/** What belongs to the caller, said in SQL, for statements that are sent before it is known who calls. */
export type CallerScope = {
  /** The sid of the caller's account; null when nobody calls. */
  account: SQL
  /** The sid of the caller's own application; null for who reaches several. */
  application: SQL
  /** The sid of the one install that the caller is bound to; null for who reaches several. */
  install: SQL
  /** Whether the caller reaches the row of `install` at hand. */
  includesInstall: SQL
  /** The sid of the sign-in session that calls; null for others. */
  session: SQL
}

/** What nobody reaches. */
export const emptyScope: CallerScope = {
  account: sql`null::uuid`,
  application: sql`null::uuid`,
  install: sql`null::uuid`,
  includesInstall: sql`false`,
  session: sql`null::uuid`,
}

export function callerScopeOf({ kind, hash }: RequestCredentials): CallerScope {
  if (kind === 'credential') {
    const caller = sql`from ${apiCredential} where ${apiCredential.secretHash} = ${sql.param(hash, apiCredential.secretHash)}`
    const account = sql`(select ${apiCredential.accountSid} ${caller})`
    const bound = sql`(select ${apiCredential.installSid} ${caller})`
    return {
      ...emptyScope,
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
    account: sql`(select ${apiCredential.accountSid} ${caller})`,
    application: sql`(select ${apiCredential.applicationSid} ${caller})`,
    install: bound,
    includesInstall: sql`${install.sid} = ${bound}`,
  }
}
