import { sql } from 'drizzle-orm'
import { batch, type Database } from '../../../db/client.ts'
import { type Periods, type Rule, type RuleName, rulesOf } from './rules.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Deletes the oldest expired rows of a rule. */
export const deleteRows = (db: Database, { table, days, find }: Rule, now: Date) =>
  db.delete(table).where(sql`ctid = any (array(${find(new Date(now.getTime() - days * dayMs))}))`)

/**
 * Deletes rows whose retention period has ended, in one round trip, at most 1,000 rows of each rule.
 * @returns the number of deleted rows of each rule
 */
export async function deleteOld(
  db: Database,
  periods: Periods,
  now: Date,
): Promise<Record<RuleName, number>> {
  const rules: Record<RuleName, Rule> = rulesOf(periods)
  const statements = mapValues(rules, rule => deleteRows(db, rule, now))
  return mapValues(await batch(db, statements), ({ rowCount }) => rowCount)
}

const mapValues = <K extends string, A, B>(record: Record<K, A>, convert: (value: A) => B): Record<K, B> =>
  Object.fromEntries(Object.entries<A>(record).map(([name, value]) => [name, convert(value)])) as Record<K, B>
