// What follows once the row of a family is written: the fresh token, its record, and the answer.

import { type Param, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/client.ts'
import type { Parameter } from '../../../db/prepared.ts'
import { stsEvent, stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'

/** A token to be: its sid, the digest of its secret, the lifetime in seconds that is asked for, and its record's sid. */
export type NewToken = { sid: SidOf<'TA'>; secretHash: string; ttl: number; recordSid: SidOf<'TR'> }

/**
 * What the row of a family answers when it is written, with what its new token adds: all the rest is read from here.
 * @param longest the seconds that the install lets a token live
 */
export const newTokenColumns = (place: Parameter<NewToken>, longest: SQLWrapper) => ({
  familySid: sql<SidOf<'TA'>>`${stsFamily.sid}`.as('family_sid'),
  installSid: stsFamily.installSid,
  credentialSid: stsFamily.credentialSid,
  holderSid: stsFamily.holderSid,
  targetUserSid: stsFamily.targetUserSid,
  tokenType: stsFamily.tokenType,
  elementType: stsFamily.elementType,
  resource: stsFamily.resource,
  generation: stsFamily.generation,
  absoluteExpiresAt: stsFamily.absoluteExpiresAt,
  tokenSid: sql`${place('sid', stsToken.sid)}::uuid`.mapWith(stsToken.sid).as('token_sid'),
  createdDate: sql`now()::timestamptz(3)`.mapWith(stsToken.createdDate).as('created_date'),
  expiresAt: sql`least(${inSeconds(ttl(place, longest))}, ${stsFamily.absoluteExpiresAt})::timestamptz(3)`
    .mapWith(stsToken.expiresAt)
    .as('expires_at'),
})

const newTokenCte = (db: Database, columns: ReturnType<typeof newTokenColumns>) =>
  db.$with('fresh').as(db.update(stsFamily).set({}).returning(columns))

type NewTokenCte = ReturnType<typeof newTokenCte>

export const tokenOf = (db: Database, fresh: NewTokenCte, place: Parameter<NewToken>) =>
  db.$with('token').as(
    db.insert(stsToken).select(
      db
        .select({
          sid: fresh.tokenSid,
          familySid: fresh.familySid,
          generation: fresh.generation,
          secretHash: typed<string>(place('secretHash', stsToken.secretHash), stsToken.secretHash),
          expiresAt: fresh.expiresAt,
          createdDate: fresh.createdDate,
        })
        .from(fresh),
    ),
  )

/** Notes what became of a token in the statement that does it. */
export const recordOf = (
  db: Database,
  event: 'issued' | 'refreshed',
  fresh: NewTokenCte,
  place: Parameter<NewToken>,
) =>
  db.$with('record').as(
    db.insert(stsEvent).select(
      db
        .select({
          sid: typed<SidOf<'TR'>>(place('recordSid', stsEvent.sid), stsEvent.sid),
          installSid: fresh.installSid,
          event: sql<typeof event>`${sql.raw(`'${event}'`)}::text`.as('event'),
          tokenSid: fresh.tokenSid,
          familySid: fresh.familySid,
          targetUserSid: fresh.targetUserSid,
          credentialSid: fresh.credentialSid,
          actorSid: fresh.holderSid,
          createdDate: fresh.createdDate,
        })
        .from(fresh),
    ),
  )

export const minted = (fresh: NewTokenCte) => ({
  sid: fresh.tokenSid,
  createdDate: fresh.createdDate,
  expiresAt: fresh.expiresAt,
  absoluteExpiresAt: fresh.absoluteExpiresAt,
  tokenType: fresh.tokenType,
  elementType: fresh.elementType,
  resource: fresh.resource,
})

/** The lifetime in seconds: what was asked within the interface's limit, and the install's. */
const ttl = (place: Parameter<NewToken>, longest: SQLWrapper) =>
  sql`least(${place('ttl', install.maxTokenTtlSeconds)}::int, ${longest})`

export const inSeconds = (count: SQL): SQL<Date> => sql`now() + make_interval(secs => ${count})`

/** A value in a select list, in the type and under the name of the column that it is for. */
export const typed = <T>(value: Param, column: PgColumn): SQL.Aliased<T> =>
  sql<T>`${value}::${sql.raw(column.getSQLType())}`.as(column.name)
