// Ways to find a bounded number of old rows, as queries of their `ctid`. Each leaves Postgres no choice but an index,
// however many rows are old. What somebody else holds is passed over, so that nobody is waited for, and two runs at once
// find different rows.

import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { leastUuid } from '../../../db/sid.ts'

/** Rows that are found, or looked at, at a time: a run is short, and others come. */
export const batch = 1000

const dayMs = 24 * 60 * 60 * 1000

/** Finds the rows that are old when what they are kept for lay before `until`. */
export type Find = (until: Date) => SQL

const locked = sql`for update skip locked`
const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
const keyOf = (at: Date): SQL => sql`${leastUuid(at)}::uuid`

/** Of which rows, by what they end, those that ended longest ago come first. */
type Ending = { table: PgTable; end: SQL | PgColumn; where?: SQL }

const oldest = (what: SQL | PgColumn, { table, end, where = sql`true` }: Ending, until: Date): SQL =>
  sql`select ${what} from ${table} where ${end} < ${instant(until)} and ${where} order by ${end} limit ${batch}`

const ctid = sql`ctid`

/** Rows that have ended. */
export const ended =
  (ending: Ending): Find =>
  until =>
    sql`${oldest(ctid, ending, until)} ${locked}`

/** Rows that refer to rows that have ended, which are held until these go: nobody brings back one that is half gone. */
export const referringTo =
  (table: PgTable, reference: PgColumn, ending: Ending): Find =>
  until =>
    sql`select child.ctid from (${oldest(sql`sid`, ending, until)} ${locked}) as parent cross join lateral (
      select ctid from ${table} where ${reference} = parent.sid limit ${batch} ${locked}) as child limit ${batch}`

/** Those of the rows to which nothing refers. */
const unreferenced = (table: PgTable & { sid: PgColumn }, reference: PgColumn, looked: SQL): SQL =>
  sql`select ctid from ${table} where ctid = any (array(${looked}))
    and (select true from ${reference.table} where ${reference} = ${table.sid} limit 1) is null ${locked}`

/** Rows that have ended and to which nothing refers any longer. */
export const endedWithout =
  (reference: PgColumn, ending: Ending & { table: { sid: PgColumn } }): Find =>
  until =>
    unreferenced(ending.table, reference, oldest(ctid, ending, until))

type Dated = PgTable & { sid: PgColumn; createdDate: PgColumn }

/** By the primary key, which is in the order of time: it costs those who write no index. */
const madeBefore = (table: Dated, until: Date, since = new Date(0)): SQL =>
  sql`select ctid from ${table} where ${table.sid} >= ${keyOf(since)} and ${table.sid} < ${keyOf(until)}
    and ${table.createdDate} < ${instant(until)} order by ${table.sid} limit ${batch}`

/** Rows that were made so long ago, and never change. */
export const made =
  (table: Dated): Find =>
  until =>
    sql`${madeBefore(table, until)} ${locked}`

/**
 * Rows that were made so long ago and to which nothing refers. Any number of rows may still be referred to, so beside the
 * oldest it looks at those from a random time on: what can go is found sooner or later, wherever it is.
 * @param spanDays how long most of what is referred to stays
 */
export const madeWithout =
  (reference: PgColumn, table: Dated, spanDays: number, random = Math.random): Find =>
  until => {
    const since = new Date(until.getTime() - random() * spanDays * dayMs)
    return unreferenced(
      table,
      reference,
      sql`(${madeBefore(table, until)}) union all (${madeBefore(table, until, since)})`,
    )
  }
