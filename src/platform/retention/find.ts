// Queries that select the `ctid` of a bounded number of expired rows. Each forces Postgres to use an index, regardless
// of the number of expired rows. They skip locked rows, so they wait for no lock and concurrent runs select different
// rows.

import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { leastUuid } from '../../../db/sid.ts'

/** The maximum number of rows that one query selects or examines. A run is short, and the next one continues. */
export const batchSize = 1000

const dayMs = 24 * 60 * 60 * 1000

/** Builds the query of the rows whose retention period began before `until`. */
export type Find = (until: Date) => SQL

const skipLocked = sql`for update skip locked`
const timestamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
const keyOf = (at: Date): SQL => sql`${leastUuid(at)}::uuid`

/** A table whose rows expire at the time `end`. */
type Expiring = { table: PgTable; end: SQL | PgColumn; where?: SQL }

const oldest = (column: SQL | PgColumn, { table, end, where = sql`true` }: Expiring, until: Date): SQL =>
  sql`select ${column} from ${table} where ${end} < ${timestamp(until)} and ${where} order by ${end} limit ${batchSize}`

const ctid = sql`ctid`

/** Selects expired rows. */
export const expired =
  (parent: Expiring): Find =>
  until =>
    sql`${oldest(ctid, parent, until)} ${skipLocked}`

/**
 * Selects rows that refer to expired rows. Locks the expired rows, so that none is reactivated while its children are
 * deleted.
 */
export const childrenOfExpired =
  (table: PgTable, reference: PgColumn, parent: Expiring): Find =>
  until =>
    sql`select child.ctid from (${oldest(sql`sid`, parent, until)} ${skipLocked}) as parent cross join lateral (
      select ctid from ${table} where ${reference} = parent.sid limit ${batchSize} ${skipLocked}) as child limit ${batchSize}`

/** Selects those candidates to which no row refers. */
const unreferenced = (table: PgTable & { sid: PgColumn }, reference: PgColumn, candidates: SQL): SQL =>
  sql`select ctid from ${table} where ctid = any (array(${candidates}))
    and (select true from ${reference.table} where ${reference} = ${table.sid} limit 1) is null ${skipLocked}`

/** Selects expired rows to which no row refers. */
export const expiredUnreferenced =
  (reference: PgColumn, parent: Expiring & { table: { sid: PgColumn } }): Find =>
  until =>
    unreferenced(parent.table, reference, oldest(ctid, parent, until))

type Dated = PgTable & { sid: PgColumn; createdDate: PgColumn }

/** Selects by the primary key, which sorts by creation time, so that writers need not maintain another index. */
const createdBetween = (table: Dated, until: Date, since = new Date(0)): SQL =>
  sql`select ctid from ${table} where ${table.sid} >= ${keyOf(since)} and ${table.sid} < ${keyOf(until)}
    and ${table.createdDate} < ${timestamp(until)} order by ${table.sid} limit ${batchSize}`

/** Selects rows by their creation time. For rows that never change. */
export const created =
  (table: Dated): Find =>
  until =>
    sql`${createdBetween(table, until)} ${skipLocked}`

/**
 * Selects rows to which no row refers, by their creation time. All of the oldest rows may still be referenced, so the
 * query also examines rows from a random time on. Each deletable row is found after some runs.
 * @param spanDays the number of days for which most referenced rows remain
 */
export const createdUnreferenced =
  (reference: PgColumn, table: Dated, spanDays: number, random = Math.random): Find =>
  until => {
    const since = new Date(until.getTime() - random() * spanDays * dayMs)
    return unreferenced(
      table,
      reference,
      sql`(${createdBetween(table, until)}) union all (${createdBetween(table, until, since)})`,
    )
  }
