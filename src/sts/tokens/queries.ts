import { and, eq, gt, inArray, isNull, notInArray, type Param, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken, tokenState } from '../../../db/schema/sts.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { pagedFromNearerEnd } from '../../shared/http/deep-page.ts'
import { equals } from '../../shared/http/filter.ts'
import { type Keyset, orderOf } from '../../shared/http/page.ts'
import { rowCountOf, rowPeriods, rowTotal } from '../../shared/row-count.ts'
import type { TokenQuery } from './schema.ts'

/**
 * Equality that cannot use an index. With `=`, a plan that Postgres made for an install with few tokens selects a
 * family by its install. It then scans all families of the install: 1.2 ms of each refresh at 5,000 families.
 */
export const belongsTo = (column: PgColumn, installSid: Param): SQL =>
  sql`${column} is not distinct from ${installSid}::uuid`

/** Selects a user of the install; null selects none. */
export const findUser = (db: Database, installSid: SidOf<'AI'>, sid: SidOf<'US'> | null) =>
  db
    .select({ sid: user.sid })
    .from(user)
    .where(and(eq(user.installSid, installSid), sql`${user.sid} = ${sql.param(sid, user.sid)}`))

/** Selects the target user of a token, unless the user is erased; null selects none. */
export const findTarget = prepared(
  { installSid: user.installSid, userSid: stsFamily.targetUserSid },
  (db, { installSid, userSid }) =>
    db
      .select({ sid: user.sid })
      .from(user)
      .where(and(eq(user.installSid, installSid), eq(user.sid, userSid), isNull(user.erasedDate))),
)

type Query = z.output<typeof TokenQuery>

const tokenOfInstall = { installSid: stsFamily.installSid, tokenSid: stsToken.sid }

/** Selects a token of the install, with the reason why it is inactive. */
export const findToken = prepared(tokenOfInstall, (db, { installSid, tokenSid }) =>
  db
    .select()
    .from(tokenState)
    .where(and(belongsTo(tokenState.installSid, installSid), eq(tokenState.sid, tokenSid))),
)

/** Selects the policies that restrict a token of the install. `insertSuccessor` checks whether the token is active. */
export const findBounds = prepared(tokenOfInstall, (db, { installSid, tokenSid }) =>
  db
    .select({
      policy: stsFamily.policy,
      creatorPolicy: apiCredential.policy,
    })
    .from(stsToken)
    .innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
    .innerJoin(apiCredential, eq(apiCredential.sid, stsFamily.credentialSid))
    .where(and(belongsTo(stsFamily.installSid, installSid), eq(stsToken.sid, tokenSid))),
)

const orderBy = (token: { createdDate: PgColumn; sid: PgColumn }, query: Query) =>
  orderOf(query, { createdDate: token.createdDate }, ['createdDate'], token.sid)

/** Builds the query of the active tokens; without a user, those of all users. */
const activeTokens = (db: Database, installSid: SidOf<'AI'>, { targetUserSid }: Query) =>
  db
    .select({ sid: tokenState.sid })
    .from(tokenState)
    .where(
      and(
        eq(tokenState.installSid, installSid),
        equals(tokenState.targetUserSid, targetUserSid),
        isNull(tokenState.inactiveReason),
        // Implied by the condition above. They exclude most families and tokens by an index.
        gt(tokenState.absoluteExpiresAt, sql`now()`),
        gt(tokenState.expiresAt, sql`now()`),
      ),
    )

/**
 * Builds the query of the keys of the matching tokens. It joins the families only if a filter uses them, so that an index
 * of `sts_token` contains the keys.
 */
const matchingTokens =
  (db: Database, installSid: SidOf<'AI'>, query: Query) =>
  ({ keys, after }: Keyset) => {
    const { targetUserSid, active } = query
    const select = db
      .select({ ...keys, sid: stsToken.sid })
      .from(stsToken)
      .$dynamic()
    // Drizzle's query builders are mutable: `innerJoin` changes `select`.
    if (targetUserSid) select.innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
    return select.where(
      and(
        eq(stsToken.installSid, installSid),
        equals(stsFamily.targetUserSid, targetUserSid),
        active === undefined
          ? undefined
          : (active ? inArray : notInArray)(stsToken.sid, activeTokens(db, installSid, query)),
        after,
      ),
    )
  }

/** The columns of a token in the list. */
const listed = {
  sid: tokenState.sid,
  familySid: tokenState.familySid,
  tokenType: tokenState.tokenType,
  elementType: tokenState.elementType,
  targetUserSid: tokenState.targetUserSid,
  resource: tokenState.resource,
  credentialSid: tokenState.credentialSid,
  inactiveReason: tokenState.inactiveReason,
  replacedBySid: tokenState.replacedBySid,
  expiresAt: tokenState.expiresAt,
  absoluteExpiresAt: tokenState.absoluteExpiresAt,
  createdDate: tokenState.createdDate,
}

export type ListedToken = Pick<typeof tokenState.$inferSelect, keyof typeof listed>

const countOfTokens = rowCountOf('sts_token')

/** Selects the tokens of an install, of every generation: first the keys of the page, then the rows of those. */
export function listTokenRows(db: Database, installSid: SidOf<'AI'>, query: Query) {
  const [matching, order] = [matchingTokens(db, installSid, query), orderBy(stsToken, query)]
  const install = sql.param(installSid, stsToken.installSid)
  const { ctes, rows, counted } = pagedFromNearerEnd(db, matching, order, query, {
    counted: countOfTokens({ installSid }),
    total: rowTotal('sts_token', install),
    periods: rowPeriods('sts_token', install, stsToken.createdDate),
  })
  const page = rows.as('page')
  return {
    counted,
    rows: db
      .with(...ctes)
      .select(listed)
      .from(page)
      .innerJoin(tokenState, eq(tokenState.sid, page.sid))
      .orderBy(...orderBy(tokenState, query).by),
  }
}
