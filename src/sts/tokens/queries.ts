import { and, eq, isNotNull, isNull, type Param, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken, tokenState } from '../../../db/schema/sts.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { equals } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import type { TokenQuery } from './schema.ts'

/**
 * Equality that no index serves. A plan that was made for few tokens would select a family by its install, and scan all
 * families of the install when there are many: 1.2 ms of a refresh at 5,000 families.
 */
const belongsTo = (column: PgColumn, installSid: Param): SQL =>
  sql`${column} is not distinct from ${installSid}::uuid`

/** Selects a user of the install; null selects none. */
export const findUser = (db: Database, installSid: SidOf<'AI'>, sid: SidOf<'US'> | null) =>
  db
    .select({ sid: user.sid })
    .from(user)
    .where(and(eq(user.installSid, installSid), sql`${user.sid} = ${sql.param(sid, user.sid)}`))

/** Selects the target user of a token; null selects none, and an erased user is not selected. */
export const findTarget = prepared(
  { installSid: user.installSid, userSid: stsFamily.targetUserSid },
  (db, { installSid, userSid }) =>
    db
      .select({ sid: user.sid })
      .from(user)
      .where(and(eq(user.installSid, installSid), eq(user.sid, userSid), isNull(user.erasedDate))),
)

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

/** Selects the tokens of an install, of every generation. */
export const listTokenRows = (db: Database, installSid: SidOf<'AI'>, query: z.output<typeof TokenQuery>) =>
  paged(
    db,
    () =>
      db
        .select()
        .from(tokenState)
        .where(
          and(
            eq(tokenState.installSid, installSid),
            equals(tokenState.targetUserSid, query.targetUserSid),
            query.active === undefined
              ? undefined
              : (query.active ? isNull : isNotNull)(tokenState.inactiveReason),
          ),
        )
        .$dynamic(),
    orderOf(query, { createdDate: tokenState.createdDate }, ['createdDate'], tokenState.sid),
    query,
  )

/** Revokes a family. A refresh writes the same row, so none can pass the revocation. Repeating it changes nothing. */
export const revokeFamily = (db: Database, sid: SidOf<'TA'>) =>
  db
    .update(stsFamily)
    .set({ revokedAt: sql`coalesce(${stsFamily.revokedAt}, now())` })
    .where(eq(stsFamily.sid, sid))
