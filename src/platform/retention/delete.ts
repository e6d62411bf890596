import { sql } from 'drizzle-orm'
import { batch, type Database } from '../../../db/client.ts'
import { type Periods, type Rule, type RuleName, rulesOf } from './rules.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Unsent: deletes the oldest rows of a rule. */
export const deleteRows = (db: Database, { table, days, find }: Rule, now: Date) =>
  db.delete(table).where(sql`ctid = any (array(${find(new Date(now.getTime() - days * dayMs))}))`)

/**
 * Deletes what is not kept any longer, in one trip, at most 1,000 rows of each rule.
 * @returns how many rows of each rule went
 */
export async function deleteOld(
  db: Database,
  periods: Periods,
  now: Date,
): Promise<Record<RuleName, number>> {
  const rules: Record<RuleName, Rule> = rulesOf(periods)
  const statements = mapped(rules, rule => deleteRows(db, rule, now))
  return mapped(await batch(db, statements), ({ rowCount }) => rowCount)
}

const mapped = <K extends string, A, B>(record: Record<K, A>, change: (value: A) => B): Record<K, B> =>
  Object.fromEntries(Object.entries<A>(record).map(([name, value]) => [name, change(value)])) as Record<K, B>
