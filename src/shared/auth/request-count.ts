// The admission of a caller, and the count of its requests, in the lookup of the caller (docs/adr/0019-request-limits.md).

import { type Param, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { requestCount } from '../../../db/schema/request-count.ts'
import { account, install } from '../../../db/schema/tenancy.ts'
import { sqlStatement, value } from '../../../db/sql-statement.ts'

/** What a request counts as; null if it is not counted. */
export type CountedAs = 'read' | 'write' | null

/**
 * Three numbers, separated by spaces: the limit, the remaining requests, and the seconds until the minute of the caller ends. If
 * reads are reserved two more: how many, and the end of the minute in ms. `countedEarlier`: the read was reserved.
 */
export type RequestCount = string
export const countedEarlier = 'reserved'

/**
 * How a lookup counts the request. `countsLast`: `countNoted` counts it, and not the lookup. `address`: that of the client, for
 * which requests of unknown callers count. `wanted` and `reservation`: of a read (src/shared/http/reserved-reads.ts).
 */
export type Counting = {
  countedAs?: CountedAs
  countsLast?: boolean
  address?: string | null
  wanted?: number
  reservation?: string | undefined
}

/** The parameters of a lookup that admits its caller. */
export const admissionParameters = {
  isWrite: requestCount.isWrite,
  countsLast: requestCount.isWrite,
  address: requestCount.caller,
  wanted: requestCount.used,
  reservation: requestCount.caller,
}

/** Returns the values of `admissionParameters`. */
export const admissionValues = ({
  countedAs = null,
  countsLast = false,
  address = null,
  wanted = 0,
  reservation,
}: Counting = {}) =>
  // A null is encoded, though the columns have none.
  ({
    isWrite: countedAs === null ? null : countedAs === 'write',
    ...{ countsLast, address, wanted, reservation: reservation ?? null },
  }) as { isWrite: boolean; countsLast: boolean; address: string; wanted: number; reservation: string }

/**
 * The caller of a lookup. `refusal`: the reason why it is not valid; null if it is. `caller`: the text that identifies it
 * (`CallerScope.caller`). `installSid`: the install of the path. `hasInstall`: whether the lookup has joined that install.
 */
type Candidate = {
  refusal: SQLWrapper
  caller: SQLWrapper
  accountSid: SQLWrapper
  installSid: SQLWrapper
  hasInstall?: true
}

type Parameters = Record<keyof typeof admissionParameters, Param>

/**
 * The column of a lookup that rolls the batch back unless the caller is valid, so the lookup is the first statement of its batch,
 * and has a row also for a secret that is unknown. It counts the request, and rolls the batch back with the problem
 * `too_many_requests` if the limit is reached.
 */
export function admission(
  { refusal, caller, accountSid, installSid, hasInstall }: Candidate,
  { isWrite: writes, countsLast, address, wanted, reservation }: Parameters,
) {
  const isWrite = sql`${writes}::boolean`
  const limitIn = ({ readsPerMinute, writesPerMinute }: typeof account | typeof install) =>
    sql`case when ${isWrite} then ${writesPerMinute} else ${readsPerMinute} end`
  const ofAccount = sql`(select ${limitIn(account)} from ${account} where ${account.sid} = ${accountSid})`
  const ofInstall = hasInstall
    ? limitIn(install)
    : sql`(select ${limitIn(install)} from ${install} where ${install.sid} = ${installSid})`
  const limit = sql`case when ${installSid} is null then ${ofAccount} else ${ofInstall} end`
  return sql<RequestCount | null>`admit_caller(${refusal}, ${caller}, coalesce(${installSid}, ${accountSid}),
    ${isWrite}, ${limit}, ${countsLast}::boolean, ${address}::text, ${wanted}::integer, ${reservation}::text)`
}

/** The refusal of a valid caller that does not reach the install of the path. It is not counted: a second lookup does that. */
export const otherInstall = 'install'

/** The refusal of an unknown secret, or of a known one that is not valid any more; null for a valid one. */
export const refusalUnless = (isKnown: SQL, isLive: SQL, isReached = sql`true`): SQL =>
  sql`case when not ${isKnown} then 'unknown' when ${isLive} is not true then 'ended'
    when not ${isReached} then ${sql.raw(`'${otherInstall}'`)} end`

/** Whether a caller reaches the install of the path, if there is one. @param reached the sid of that install; null if it does not */
export const reaches = (installSid: Param, reached: SQLWrapper): SQL =>
  sql`(${installSid}::uuid is null or ${installSid}::uuid is not distinct from ${reached})`

/** The rows of a lookup whose caller was admitted: its columns `K` are not null. */
export type Admitted<R, K extends keyof R> = Omit<R, K> & { [N in K]: NonNullable<R[N]> }

/** Counts the read of a lookup with `countsLast`. It locks the row of the caller, so it is the last statement of its batch. */
export const countNoted = sqlStatement(
  { parameters: {}, row: { count: value<RequestCount | null>() } },
  () => sql`select count_noted_request() as count`,
)
