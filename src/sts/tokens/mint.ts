// Making tokens: a root with its family, or a successor in place of the one before. Each is one statement.

import { and, eq, exists, getTableColumns, gt, isNull, type Param, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/client.ts'
import { type Place, prepared, type RowOf } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsEvent, stsFamily, stsToken, tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import { credentialIsLive, holder, isLive } from '../../shared/authority/read.ts'

// Seconds; the interface, section Limits.
const defaultTtl = 900
const maxTtl = 3600
const absoluteLifetime = 8 * 60 * 60

type Family = typeof stsFamily.$inferSelect
type Token = Pick<typeof stsToken.$inferSelect, 'sid' | 'familySid' | 'generation'>

/** The secret of a new token, as its hash, and the lifetime in seconds that was asked for. */
type Fresh = { secretHash: string; expiresIn?: number | undefined }

type Root = Pick<
  Family,
  'installSid' | 'credentialSid' | 'tokenType' | 'elementType' | 'resource' | 'policy'
> & {
  targetUserSid: SidOf<'US'> | null
}

/**
 * Unsent: makes a family and its root token; no row when the creator has been revoked since it was read.
 * The epochs come from the same snapshot, so that a revocation that commits later stands above them.
 */
export const mintRoot = (db: Database, root: Root, fresh: Fresh) =>
  insertRoot(db, { ...root, sid: newSid('TA'), ...stored(fresh) })

/**
 * Unsent: puts a successor in the place of a token; no row unless it still lives and was not replaced. The family's
 * generation is the compare-and-set: of any number of refreshes at once, the row lock lets one through and the
 * others find a later generation.
 */
export const mintSuccessor = (
  db: Database,
  { sid: replacedSid, familySid, generation }: Token,
  holderSid: SidOf<'AK'>,
  fresh: Fresh,
) =>
  insertSuccessor(db, { replacedSid, familySid, generation, holderSid, sid: newSid('TA'), ...stored(fresh) })

export type Minted = RowOf<typeof insertRoot>

type Stored = { sid: SidOf<'TA'>; secretHash: string; ttl: number }

const stored = ({ secretHash, expiresIn = defaultTtl }: Fresh) => ({
  secretHash,
  ttl: Math.min(expiresIn, maxTtl),
})

const insertRoot = prepared((db, place: Place<Root & Stored>) => {
  const value = <T>(name: keyof (Root & Stored) & string, column: PgColumn): SQL.Aliased<T> =>
    typed<T>(place(name, column), column)
  const target = place('targetUserSid', user.sid)
  const family = db.$with('family').as(
    db
      .insert(stsFamily)
      .select(
        db
          .select({
            sid: value<SidOf<'TA'>>('sid', stsFamily.sid),
            installSid: install.sid,
            credentialSid: apiCredential.sid,
            holderSid: apiCredential.sid,
            targetUserSid: user.sid,
            tokenType: value<Family['tokenType']>('tokenType', stsFamily.tokenType),
            elementType: value<Family['elementType']>('elementType', stsFamily.elementType),
            resource: value<string>('resource', stsFamily.resource),
            policy: value<Family['policy']>('policy', stsFamily.policy),
            generation: sql<number>`0`.as('generation'),
            installEpoch: install.stsEpoch,
            credentialEpoch: apiCredential.stsEpoch,
            holderEpoch: apiCredential.stsEpoch,
            userEpoch: user.stsEpoch,
            absoluteExpiresAt: inSeconds(sql`${absoluteLifetime}::int`).as('absolute_expires_at'),
            revokedAt: sql<null>`null::timestamptz`.as('revoked_at'),
            createdDate: sql<Date>`now()`.as('created_date'),
          })
          .from(install)
          .innerJoin(apiCredential, eq(apiCredential.sid, place('credentialSid', apiCredential.sid)))
          .leftJoin(user, eq(user.sid, target))
          .where(
            and(
              eq(install.sid, place('installSid', install.sid)),
              credentialIsLive,
              sql`(${target}::uuid is null or ${user.sid} is not null)`,
            ),
          ),
      )
      .returning(),
  )
  const token = tokenOf(db, family, place)
  return db
    .with(family, token, recordOf(db, 'issued', token, family))
    .select(minted(token, family))
    .from(token)
    .innerJoin(family, sql`true`)
})

type Succession = Stored & {
  replacedSid: SidOf<'TA'>
  familySid: SidOf<'TA'>
  generation: number
  holderSid: SidOf<'AK'>
}

const insertSuccessor = prepared((db, place: Place<Succession>) => {
  const replacedSid = place('replacedSid', stsToken.sid)
  const family = db.$with('family').as(
    db
      .update(stsFamily)
      .set({
        generation: sql`${stsFamily.generation} + 1`,
        holderSid: holder.sid,
        holderEpoch: holder.stsEpoch,
      })
      .from(holder)
      .where(
        and(
          eq(holder.sid, place('holderSid', holder.sid)),
          isLive(holder),
          eq(stsFamily.sid, place('familySid', stsFamily.sid)),
          eq(stsFamily.generation, place('generation', stsFamily.generation)),
          // Said again outside `exists`: only these are judged anew after waiting for the row's lock.
          isNull(stsFamily.revokedAt),
          gt(stsFamily.absoluteExpiresAt, sql`now()`),
          exists(selectLive(db, replacedSid)),
        ),
      )
      .returning(getTableColumns(stsFamily)),
  )
  const token = tokenOf(db, family, place)
  const replaced = db.$with('replaced').as(
    db
      .update(stsToken)
      .set({ replacedBySid: sql`${token.sid}` })
      .from(token)
      .where(eq(stsToken.sid, replacedSid))
      .returning({ sid: stsToken.sid }),
  )
  return db
    .with(family, token, replaced, recordOf(db, 'refreshed', token, family))
    .select(minted(token, family))
    .from(token)
    .innerJoin(family, sql`true`)
})

/** Makes the token of a family that a statement before it has just written. */
const tokenOf = (db: Database, family: FamilyCte, place: Place<Stored>) =>
  db.$with('token').as(
    db
      .insert(stsToken)
      .select(
        db
          .select({
            sid: typed<SidOf<'TA'>>(place('sid', stsToken.sid), stsToken.sid),
            familySid: family.sid,
            generation: family.generation,
            secretHash: typed<string>(place('secretHash', stsToken.secretHash), stsToken.secretHash),
            expiresAt: sql<Date>`least(${inSeconds(ttl(place))}, ${family.absoluteExpiresAt})`.as(
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

const selectLive = (db: Database, sid: Param) =>
  db
    .select({ sid: tokenState.sid })
    .from(tokenState)
    .where(and(eq(tokenState.sid, sid), isNull(tokenState.whyDead)))

/** Notes what became of a token in the statement that does it. */
const recordOf = (
  db: Database,
  event: 'issued' | 'refreshed',
  token: ReturnType<typeof tokenOf>,
  family: FamilyCte,
) =>
  db.$with('record').as(
    db
      .insert(stsEvent)
      .select(
        db
          .select({
            sid: sql<SidOf<'TR'>>`uuid_v7()`.as('sid'),
            installSid: family.installSid,
            event: sql<typeof event>`${sql.raw(`'${event}'`)}::text`.as('event'),
            tokenSid: token.sid,
            familySid: token.familySid,
            targetUserSid: family.targetUserSid,
            credentialSid: family.credentialSid,
            actorSid: family.holderSid,
            createdDate: token.createdDate,
          })
          .from(token)
          .innerJoin(family, sql`true`),
      )
      .returning({ sid: stsEvent.sid }),
  )

const minted = (token: ReturnType<typeof tokenOf>, family: FamilyCte) => ({
  sid: token.sid,
  createdDate: token.createdDate,
  expiresAt: token.expiresAt,
  absoluteExpiresAt: family.absoluteExpiresAt,
  tokenType: family.tokenType,
  elementType: family.elementType,
  resource: family.resource,
})

/** The lifetime in seconds: what was asked within the interface's limit, and the install's. */
const ttl = (place: Place<Stored>) =>
  sql`least(${place('ttl', install.maxTokenTtlSeconds)}::int, ${install.maxTokenTtlSeconds})`

const inSeconds = (count: SQL): SQL<Date> => sql`now() + make_interval(secs => ${count})`

/** A value in a select list, in the type and under the name of the column that it is for. */
const typed = <T>(value: Param, column: PgColumn): SQL.Aliased<T> =>
  sql<T>`${value}::${sql.raw(column.getSQLType())}`.as(column.name)
