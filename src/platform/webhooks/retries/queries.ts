import { and, eq, sql } from 'drizzle-orm'
import { batch, type Database } from '../../../../db/client.ts'
import { webhookRetry } from '../../../../db/schema/webhook-retry.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { recoverBatch } from '../recoveries/sql.ts'
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
 * Schedules the next deliveries of the unfinished retries and recoveries, a batch of each in a round trip, the oldest first.
 * @returns the number of scheduled deliveries
 */
export async function continueRetries(db: Database, maxMs = maxRunMs): Promise<number> {
  const startedAt = Date.now()
  let scheduled = 0
  do {
    const batches = await batch(db, {
      retried: scheduleRetry({ uuid: null }),
      recovered: recoverBatch({ endpointSid: null }),
    })
    const rows = Object.values(batches).flat()
    if (rows.length === 0) return scheduled
    scheduled += rows.reduce((sum, row) => sum + row.scheduled, 0)
  } while (Date.now() - startedAt < maxMs)
  return scheduled
}
