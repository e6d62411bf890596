// Making tokens: a root with its family, or a successor in place of the one before. Each is one statement.

import { and, eq, exists, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/client.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import { credentialIsLive } from '../../shared/authority/read.ts'
import { liveToken } from './queries.ts'

// Seconds; the interface, section Limits.
const defaultTtl = 900
const maxTtl = 3600
const absoluteLifetime = 8 * 60 * 60

type Family = typeof stsFamily.$inferSelect
type Token = typeof stsToken.$inferSelect

/** What a root token is made from. */
export type Root = Pick<
  Family,
  'installSid' | 'credentialSid' | 'tokenType' | 'elementType' | 'resource' | 'policy'
> & {
  targetUserSid: SidOf<'US'> | undefined
}

/** The secret of a new token, as its hash, and the lifetime in seconds that was asked for. */
export type Fresh = { secretHash: string; expiresIn: number | undefined }

/**
 * Unsent: makes a family and its root token; no row when the creator has been revoked since it was read.
 * The epochs come from the same snapshot, so that a revocation that commits later stands above them.
 */
export function mintRoot(db: Database, root: Root, fresh: Fresh) {
  const sid = newSid('TA')
  const family = db.$with('family').as(
    db
      .insert(stsFamily)
      .select(
        db
          .select({
            sid: value(sid, stsFamily.sid),
            installSid: install.sid,
            credentialSid: apiCredential.sid,
            targetUserSid: user.sid,
            tokenType: value(root.tokenType, stsFamily.tokenType),
            elementType: value(root.elementType, stsFamily.elementType),
            resource: value(root.resource, stsFamily.resource),
            policy: value(root.policy, stsFamily.policy),
            generation: value(0, stsFamily.generation),
            installEpoch: install.stsEpoch,
            credentialEpoch: apiCredential.stsEpoch,
            userEpoch: user.stsEpoch,
            absoluteExpiresAt: inSeconds(sql`${absoluteLifetime}::int`).as('absolute_expires_at'),
            revokedAt: sql<null>`null::timestamptz`.as('revoked_at'),
            createdDate: sql<Date>`now()`.as('created_date'),
          })
          .from(install)
          .innerJoin(apiCredential, eq(apiCredential.sid, root.credentialSid))
          .leftJoin(user, root.targetUserSid ? eq(user.sid, root.targetUserSid) : sql`false`)
          .where(and(eq(install.sid, root.installSid), credentialIsLive)),
      )
      .returning(),
  )
  const token = tokenOf(db, family, sid, fresh)
  return db.with(family, token).select(minted(token, family)).from(token).innerJoin(family, sql`true`)
}

/**
 * Unsent: puts a successor in the place of `token`; no row unless it still lives and was not replaced. The family's
 * generation is the compare-and-set: of any number of refreshes at once, the row lock lets one through and the
 * others find a later generation.
 */
export function mintSuccessor(db: Database, token: Token, fresh: Fresh) {
  const sid = newSid('TA')
  const family = db.$with('family').as(
    db
      .update(stsFamily)
      .set({ generation: sql`${stsFamily.generation} + 1` })
      .where(
        and(
          eq(stsFamily.sid, token.familySid),
          eq(stsFamily.generation, token.generation),
          isNull(stsFamily.revokedAt),
          gt(stsFamily.absoluteExpiresAt, sql`now()`),
          exists(liveToken(db, token.sid)),
        ),
      )
      .returning(),
  )
  const successor = tokenOf(db, family, sid, fresh)
  const replaced = db
    .$with('replaced')
    .as(
      db
        .update(stsToken)
        .set({ replacedBySid: sid })
        .from(successor)
        .where(eq(stsToken.sid, token.sid))
        .returning({ sid: stsToken.sid }),
    )
  return db
    .with(family, successor, replaced)
    .select(minted(successor, family))
    .from(successor)
    .innerJoin(family, sql`true`)
}

/** Makes the token of a family that a statement before it has just written. */
const tokenOf = (
  db: Database,
  family: FamilyCte,
  sid: SidOf<'TA'>,
  { secretHash, expiresIn = defaultTtl }: Fresh,
) =>
  db.$with('token').as(
    db
      .insert(stsToken)
      .select(
        db
          .select({
            sid: value(sid, stsToken.sid),
            familySid: family.sid,
            generation: family.generation,
            secretHash: value(secretHash, stsToken.secretHash),
            expiresAt: sql<Date>`least(${inSeconds(ttl(expiresIn))}, ${family.absoluteExpiresAt})`.as(
              'expires_at',
            ),
            replacedBySid: sql<null>`null::uuid`.as('replaced_by_sid'),
            createdDate: sql<Date>`now()`.as('created_date'),
          })
          .from(family)
          .innerJoin(install, eq(install.sid, family.installSid)),
      )
      .returning(),
  )

type FamilyCte = ReturnType<typeof familyCte>
const familyCte = (db: Database) => db.$with('family').as(db.update(stsFamily).set({}).returning())

const minted = (token: ReturnType<typeof tokenOf>, family: FamilyCte) => ({
  sid: token.sid,
  createdDate: token.createdDate,
  expiresAt: token.expiresAt,
  absoluteExpiresAt: family.absoluteExpiresAt,
  tokenType: family.tokenType,
  elementType: family.elementType,
  resource: family.resource,
})

/** The lifetime in seconds: what was asked, within the interface's limit and the install's. */
const ttl = (expiresIn: number) =>
  sql`least(${Math.min(expiresIn, maxTtl)}::int, ${install.maxTokenTtlSeconds})`

const inSeconds = (count: SQL): SQL<Date> => sql`now() + make_interval(secs => ${count})`

/** A value in a select list, in the type and under the name of the column that it is for. */
const value = <T>(given: T, column: PgColumn): SQL.Aliased<T> =>
  sql<T>`${sql.param(given, column)}::${sql.raw(column.getSQLType())}`.as(column.name)

export type Minted = Awaited<ReturnType<typeof mintRoot>>[number]
