// Making tokens: a root with its family, or a successor in place of the one before. Each is one statement.

import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { type Parameter, prepared, type RowOf } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import { credentialIsLive, isLive } from '../../shared/auth/credential-lookup.ts'
import { inSeconds, minted, type NewToken, newTokenColumns, recordOf, tokenOf, typed } from './new-token.ts'

// Seconds; the interface, section Limits.
const defaultTtl = 900
const maxTtl = 3600
const absoluteLifetime = 8 * 60 * 60

type Family = typeof stsFamily.$inferSelect

/** The secret of a new token, as its hash, and the lifetime in seconds that was asked for. */
type Fresh = { secretHash: string; expiresIn?: number | undefined }

type Root = Pick<
  Family,
  'installSid' | 'credentialSid' | 'tokenType' | 'elementType' | 'resource' | 'policy'
> & {
  targetUserSid: SidOf<'US'> | null
}

/**
 * Unsent: makes a family and its root token; no row when the creator was revoked, or the user erased, since they were read.
 * The epochs come from the same snapshot, so that a revocation that commits later stands above them.
 */
export const mintRoot = (db: Database, root: Root, fresh: Fresh) =>
  insertRoot(db, { ...root, sid: newSid('TA'), ...stored(fresh) })

/**
 * Unsent: puts a successor in the place of a token; none unless it still lives and was not replaced, but then the one that
 * replaced it, if any. The family's generation is the compare-and-set: of any number of refreshes at once, the row lock
 * lets one through and the others find a later generation.
 */
export const mintSuccessor = (db: Database, replacedSid: SidOf<'TA'>, holderSid: SidOf<'AK'>, fresh: Fresh) =>
  insertSuccessor(db, { replacedSid, holderSid, sid: newSid('TA'), ...stored(fresh) })

export type Minted = RowOf<typeof insertRoot>

const stored = ({ secretHash, expiresIn = defaultTtl }: Fresh) => ({
  secretHash,
  ttl: Math.min(expiresIn, maxTtl),
  recordSid: newSid('TR'),
})

const insertRoot = prepared((db, place: Parameter<Root & NewToken>) => {
  const value = <T>(name: keyof (Root & NewToken) & string, column: PgColumn): SQL.Aliased<T> =>
    typed<T>(place(name, column), column)
  const target = place('targetUserSid', user.sid)
  const longest = db
    .select({ seconds: install.maxTokenTtlSeconds })
    .from(install)
    .where(eq(install.sid, stsFamily.installSid))
  const fresh = db.$with('fresh').as(
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
          .leftJoin(user, and(eq(user.sid, target), isNull(user.erasedDate)))
          .where(
            and(
              eq(install.sid, place('installSid', install.sid)),
              credentialIsLive,
              sql`(${target}::uuid is null or ${user.sid} is not null)`,
            ),
          ),
      )
      .returning(newTokenColumns(place, longest)),
  )
  return db
    .with(fresh, tokenOf(db, fresh, place), recordOf(db, 'issued', fresh, place))
    .select(minted(fresh))
    .from(fresh)
})

type Succession = NewToken & { replacedSid: SidOf<'TA'>; holderSid: SidOf<'AK'> }

/** Who got the secret that is replaced, and who gets the next. */
const holder = alias(apiCredential, 'holder')
const refresher = alias(apiCredential, 'refresher')

const insertSuccessor = prepared((db, place: Parameter<Succession>) => {
  const replaced = place('replacedSid', stsToken.sid)
  const userEpoch = db
    .select({ epoch: user.stsEpoch })
    .from(user)
    .where(eq(user.sid, stsFamily.targetUserSid))
  const fresh = db.$with('fresh').as(
    db
      .update(stsFamily)
      .set({
        generation: sql`${stsFamily.generation} + 1`,
        holderSid: refresher.sid,
        holderEpoch: refresher.stsEpoch,
      })
      .from(stsToken)
      .innerJoin(refresher, eq(refresher.sid, place('holderSid', refresher.sid)))
      // Joined below: Postgres knows the row that is written in `where` alone.
      .innerJoin(install, sql`true`)
      .innerJoin(apiCredential, sql`true`)
      .innerJoin(holder, sql`true`)
      .where(
        and(
          eq(stsToken.sid, replaced),
          eq(stsFamily.sid, stsToken.familySid),
          eq(install.sid, stsFamily.installSid),
          eq(apiCredential.sid, stsFamily.credentialSid),
          eq(holder.sid, stsFamily.holderSid),
          isLive(refresher),
          // Of the family it is asked anew after waiting for the row's lock, of the others as they were before.
          sql`token_inactive_reason(${stsToken}, ${stsFamily}, ${install}, ${apiCredential}, ${holder}, ${userEpoch}) is null`,
        ),
      )
      .returning(newTokenColumns(place, install.maxTokenTtlSeconds)),
  )
  return db
    .with(fresh, tokenOf(db, fresh, place), recordOf(db, 'refreshed', fresh, place))
    .select({
      minted: minted(fresh),
      replacedBy: sql`case when ${fresh.tokenSid} is null then token_successor(${replaced}) end`
        .mapWith(stsToken.sid)
        .as('replaced_by'),
    })
    .from(noTable)
    .leftJoin(fresh, sql`true`)
})
