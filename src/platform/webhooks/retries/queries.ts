import { and, eq, sql } from 'drizzle-orm'
import { batch, type Database, type Statement } from '../../../../db/client.ts'
import { webhookRetry } from '../../../../db/schema/webhook-retry.ts'
import { type SidOf, uuidFromSid } from '../../../../db/sid.ts'
import type { EndpointScope } from '../scope.ts'
import { scheduleRetry } from './sql.ts'

const columns = {
  id: webhookRetry.sid,
  webhookId: webhookRetry.endpointSid,
  event: webhookRetry.eventType,
  since: webhookRetry.sinceDate,
  until: webhookRetry.untilDate,
  matched: webhookRetry.matched,
  scheduled: webhookRetry.scheduled,
  createdAt: webhookRetry.createdDate,
  finishedAt: webhookRetry.finishedDate,
}

/** Selects a retry that the caller can have requested. */
export const findRetry = (
  db: Database,
  { applicationSid, installSid }: EndpointScope,
  retrySid: SidOf<'WR'>,
) =>
  db
    .select(columns)
    .from(webhookRetry)
    .where(
      and(
        eq(webhookRetry.sid, retrySid),
        eq(webhookRetry.applicationSid, applicationSid),
        sql`(${installSid} is null or ${webhookRetry.installSid} = ${installSid})`,
      ),
    )

/** A third of the interval between the runs of the scheduled work. */
const maxRunMs = 20_000

/**
 * Schedules the next deliveries of unfinished retries or recoveries, a batch in each round trip, until none is left or the
 * time is over.
 * @param next schedules one batch after that with the given row; without a row, none is left
 * @returns the number of scheduled deliveries
 */
export async function scheduleBatches<Row extends { scheduled: number }>(
  db: Database,
  next: (last: Row | undefined) => Statement<Row[]>,
  maxMs = maxRunMs,
): Promise<number> {
  const startedAt = Date.now()
  let scheduled = 0
  let last: Row | undefined
  do {
    const { rows } = await batch(db, { rows: next(last) })
    last = rows[0]
    if (!last) return scheduled
    scheduled += last.scheduled
  } while (Date.now() - startedAt < maxMs)
  return scheduled
}

/** Schedules the next deliveries of the unfinished retries, a batch of each in turn. Returns their number. */
export const continueRetries = (db: Database, maxMs?: number): Promise<number> =>
  scheduleBatches(
    db,
    (last?: { sid: SidOf<'WR'>; scheduled: number }) =>
      scheduleRetry({ uuid: null, last: last ? uuidFromSid(last.sid) : null }),
    maxMs,
  )
