import { and, eq, isNotNull, isNull, type Param, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { type Parameter, prepared } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken, tokenState } from '../../../db/schema/sts.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { equals } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import type { TokenQuery } from './schema.ts'

type TokenOfInstall = { installSid: SidOf<'AI'>; tokenSid: SidOf<'TA'> }

/**
 * Equality that no index answers. A plan made while there were few tokens would look a family up by its install, and go
 * on to walk all families of the install when they are many: 1.2 ms of a refresh at 5,000 of them.
 */
const belongsTo = (column: PgColumn, installSid: Param): SQL =>
  sql`${column} is not distinct from ${installSid}::uuid`

/** A user of the install whose tokens may be ended; null finds none. */
export const findUser = (db: Database, installSid: SidOf<'AI'>, sid: SidOf<'US'> | null) =>
  db
    .select({ sid: user.sid })
    .from(user)
    .where(and(eq(user.installSid, installSid), sql`${user.sid} = ${sql.param(sid, user.sid)}`))

/** A user of the install, to stand behind a token; null finds none, and an erased user is not found. */
export const findTarget = prepared(
  (db, place: Parameter<{ installSid: SidOf<'AI'>; userSid: SidOf<'US'> | null }>) =>
    db
      .select({ sid: user.sid })
      .from(user)
      .where(
        and(
          eq(user.installSid, place('installSid', user.installSid)),
          eq(user.sid, place('userSid', user.sid)),
          isNull(user.erasedDate),
        ),
      ),
)

/** A token of the install, and why it does not live. */
export const findToken = prepared((db, place: Parameter<TokenOfInstall>) =>
  db
    .select()
    .from(tokenState)
    .where(
      and(
        belongsTo(tokenState.installSid, place('installSid', tokenState.installSid)),
        eq(tokenState.sid, place('tokenSid', tokenState.sid)),
      ),
    ),
)

/** What bounds a token of the install; whether it lives is for the statement that replaces it to say. */
export const findBounds = prepared((db, place: Parameter<TokenOfInstall>) =>
  db
    .select({
      policy: stsFamily.policy,
      creatorPolicy: apiCredential.policy,
    })
    .from(stsToken)
    .innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
    .innerJoin(apiCredential, eq(apiCredential.sid, stsFamily.credentialSid))
    .where(
      and(
        belongsTo(stsFamily.installSid, place('installSid', stsFamily.installSid)),
        eq(stsToken.sid, place('tokenSid', stsToken.sid)),
      ),
    ),
)

/** The tokens of an install, of every generation. */
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
            query.active === undefined ? undefined : (query.active ? isNull : isNotNull)(tokenState.whyDead),
          ),
        )
        .$dynamic(),
    orderOf(query, { createdDate: tokenState.createdDate }, ['createdDate'], tokenState.sid),
    query,
  )

/** Ends a family. The row is the one that refreshes write, so that none passes. Again changes nothing. */
export const revokeFamily = (db: Database, sid: SidOf<'TA'>) =>
  db
    .update(stsFamily)
    .set({ revokedAt: sql`coalesce(${stsFamily.revokedAt}, now())` })
    .where(eq(stsFamily.sid, sid))
