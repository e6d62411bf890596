import { sql } from 'drizzle-orm'
import { batch, type Database } from '../../../db/client.ts'
import { withPause } from '../../shared/paced.ts'
import { batchSize } from './find.ts'
import { type Periods, type Rule, type RuleName, rulesOf } from './rules.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Deletes the oldest expired rows of a rule. */
export const deleteRows = (db: Database, { table, days, find }: Rule, now: Date) =>
  db.delete(table).where(sql`ctid = any (array(${find(new Date(now.getTime() - days * dayMs))}))`)

/**
 * Deletes rows whose retention period has ended. One round trip deletes at most 1,000 rows of each rule.
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

/**
 * Deletes rows whose retention period has ended, in one round trip after another, until each rule finds less than a full
 * batch or `maxMs` have passed. The next run continues.
 * @returns the number of deleted rows of each rule
 */
export async function deleteBacklog(
  db: Database,
  periods: Periods,
  now: Date,
  maxMs = maxRunMs,
): Promise<Record<RuleName, number>> {
  const startedAt = Date.now()
  let last = await deleteOld(db, periods, now)
  const deleted = { ...last }
  while (Object.values(last).some(count => count >= batchSize) && Date.now() - startedAt < maxMs) {
    last = await withPause(() => deleteOld(db, periods, now))
    for (const name of Object.keys(deleted) as RuleName[]) deleted[name] += last[name]
  }
  return deleted
}

/** A third of the interval between the runs, so that they do not overlap, and requests keep most of the database. */
const maxRunMs = 20_000

const mapValues = <K extends string, A, B>(record: Record<K, A>, convert: (value: A) => B): Record<K, B> =>
  Object.fromEntries(Object.entries<A>(record).map(([name, value]) => [name, convert(value)])) as Record<K, B>
