// The requests of a caller, counted in the lookup of the caller (docs/adr/0018-request-limits.md).

import { type Param, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { requestCount } from '../../../db/schema/request-count.ts'
import { account, install } from '../../../db/schema/tenancy.ts'

/** What a request counts as; null if it is not counted. */
export type CountedAs = 'read' | 'write' | null

/** The limit, the remaining requests, and the seconds until the minute of the caller ends. */
export type RequestCount = [limit: number, remaining: number, seconds: number]

/** The parameter of a lookup that counts. */
export const countParameters = { isWrite: requestCount.isWrite }

/** Returns the value of `countParameters`. */
export const countedValues = (countedAs: CountedAs = null) =>
  // A null is encoded, though the column has none.
  ({ isWrite: countedAs === null ? null : countedAs === 'write' }) as { isWrite: boolean }

/**
 * The caller of a lookup: the text that identifies it (`CallerScope.caller`), its account, and the install of the path. `hasInstall`:
 * whether the lookup has joined that install.
 */
type Counted = {
  caller: SQLWrapper
  accountSid: SQLWrapper
  installSid: SQLWrapper
  isLive: SQLWrapper
  hasInstall?: true
}

/**
 * The column of a lookup that counts the request of a caller whose credential is valid, and rolls the batch back with the
 * problem `too_many_requests` if its limit is reached. It locks the row of the caller until the transaction ends, so the
 * lookup is the last statement of its batch. Without a limit, `count_request` is not executed.
 */
export function countOf(
  { caller, accountSid, installSid, isLive, hasInstall }: Counted,
  writes: Param | SQL,
) {
  const isWrite = sql`${writes}::boolean`
  const limitIn = ({ readsPerMinute, writesPerMinute }: typeof account | typeof install) =>
    sql`case when ${isWrite} then ${writesPerMinute} else ${readsPerMinute} end`
  const ofAccount = sql`(select ${limitIn(account)} from ${account} where ${account.sid} = ${accountSid})`
  const ofInstall = hasInstall
    ? limitIn(install)
    : sql`(select ${limitIn(install)} from ${install} where ${install.sid} = ${installSid})`
  const limit = sql`case when ${installSid} is null then ${ofAccount} else ${ofInstall} end`
  return sql<RequestCount | null>`case when ${isLive} then
    count_request(${caller}, coalesce(${installSid}, ${accountSid}), ${isWrite}, ${limit}) end`
}
