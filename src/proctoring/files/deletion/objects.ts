// Deletes the objects of deleted files. The transaction that deletes the row of a file queues its object
// (`queue_object_deletions`), so that a crash loses no deletion. Deleting an object twice has no effect.

import { and, asc, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { batch, type Database } from '../../../../db/client.ts'
import { objectDeletion } from '../../../../db/schema/file.ts'
import { logWork } from '../../../shared/logging/work-log.ts'
import type { ProctoringEnv } from '../../env.ts'

/** R2 deletes at most 1000 objects in a request. */
const batchSize = 1000

/** A run ends after this time. What it leaves, the next run finds. */
const maxRunMs = 20_000

type DeletionEnv = Pick<ProctoringEnv, 'db' | 'bucket'>

/** The time of a run: that of the cron trigger, else that of the database. */
type Clock = Date | undefined
const timeOf = (at: Clock): SQL => (at ? sql`${at.toISOString()}::timestamptz` : sql`now()`)

const findDue = (db: Database, at: Clock) =>
  db
    .select({ key: objectDeletion.key })
    .from(objectDeletion)
    .where(lte(objectDeletion.dueDate, timeOf(at)))
    .orderBy(asc(objectDeletion.dueDate))
    .limit(batchSize)

/** Builds the statements of one batch that follow the deletion of objects. Those that an upload may store again stay queued. */
const recordDeleted = (db: Database, keys: string[], at: Clock) => ({
  done: db
    .delete(objectDeletion)
    .where(and(inArray(objectDeletion.key, keys), lte(objectDeletion.uploadEndsDate, timeOf(at)))),
  again: db
    .update(objectDeletion)
    .set({ dueDate: sql`${objectDeletion.uploadEndsDate}` })
    .where(and(inArray(objectDeletion.key, keys), gt(objectDeletion.uploadEndsDate, timeOf(at)))),
})

/**
 * Deletes the objects that are due, batch after batch. Runs can overlap.
 * @returns how many deletions it made
 */
export async function deleteObjects({ db, bucket }: DeletionEnv, at?: Date): Promise<number> {
  const endsAt = Date.now() + maxRunMs
  let total = 0
  while (Date.now() < endsAt) {
    const { due } = await batch(db, { due: findDue(db, at) })
    const keys = due.map(({ key }) => key)
    if (keys.length > 0) {
      await bucket.delete(keys)
      await batch(db, recordDeleted(db, keys, at))
      total += keys.length
    }
    if (keys.length < batchSize) break
  }
  return total
}

/** Deletes the objects that are due, as a part of the cron trigger. A failure is logged; the next run retries it. */
export async function sweepObjects(env: DeletionEnv & Pick<ProctoringEnv, 'log'>, at: Date): Promise<void> {
  await logWork(env.log, 'objects', async note => note({ deleted: await deleteObjects(env, at) })).catch(
    () => {},
  )
}
