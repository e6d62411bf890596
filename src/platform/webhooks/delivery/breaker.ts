// The circuit breaker of an endpoint: the statements of its failures and pauses.

import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { application } from '../../../../db/schema/tenancy.ts'
import { attempt, webhookEndpoint } from '../../../../db/schema/webhook.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { sqlStatement, value } from '../../../../db/sql-statement.ts'

/** The number of consecutive failures that pauses an endpoint. */
export const failuresUntilPaused = 10

const firstPauseSeconds = 30
const maxPauseSeconds = 600

const limit = sql.raw(`${failuresUntilPaused}`)
const pauseAfter = (failures: SQL) => sql`make_interval(secs =>
  least(${sql.raw(`${maxPauseSeconds}`)}, ${sql.raw(`${firstPauseSeconds}`)} * 2.0 ^ least(10, ${failures} - ${limit})))`

const pausingFailures = sql`greatest(${limit}, endpoint.failures + 1)`
const pauseSecondsLeft = sql`greatest(0, ceil(extract(epoch from held_until - now())))::float8`

/**
 * Stores the results of attempts: counts the failures since the last success (`failed`, the uuids of their attempts) as
 * far as they count, and pauses the endpoint after too many consecutive ones. Attempts that were in progress when a
 * pause began, or when the URL changed or the endpoint was deleted, do not count. After a pause, a success does not reset the failures; `recordRecovered` does.
 *
 * Returns the seconds of a pause that begins, and whether a success is the first one after a pause. Returns no row if
 * nothing changes.
 */
export const recordResults = sqlStatement(
  {
    parameters: {
      endpointSid: webhookEndpoint.sid,
      url: webhookEndpoint.url,
      failed: application.permissions,
      hasSuccess: attempt.success,
    },
    row: { pauseSeconds: value<number>(), isRecovered: value<boolean>() },
  },
  p => {
    const total = sql`(case when ${p.hasSuccess}::boolean then 0 else endpoint.failures end + failed)`
    return sql`
      with counted as (
        select count(*)::integer failed from webhook_attempt where sid = any(${p.failed}::uuid[])
      ),
      -- The lock makes this read the results of concurrent messages.
      endpoint as materialized (
        select sid, webhook_endpoint.failures, failed from webhook_endpoint, counted
        where sid = ${p.endpointSid} and url = ${p.url} and deleted_date is null and coalesce(held_until <= now(), true)
          and (failed > 0 or ${p.hasSuccess}::boolean and failures > 0)
        for update of webhook_endpoint
      ),
      result as (
        select sid, ${total} >= ${limit} is_pausing,
          ${total} < ${limit} and ${p.hasSuccess}::boolean and failures >= ${limit} is_recovered,
          ${total} total, ${pausingFailures} pausing_failures
        from endpoint
      )
      update webhook_endpoint
      set failures = case when is_pausing then pausing_failures when is_recovered then failures else total end,
        held_until = case when is_pausing then now() + ${pauseAfter(sql`pausing_failures`)} else held_until end
      from result
      where webhook_endpoint.sid = result.sid
      returning case when is_pausing then ${pauseSecondsLeft} else 0 end pause_seconds, is_recovered`
  },
)

/**
 * Resets the failures of a recovered endpoint, unless it has been paused again: a pause ends only when its time is
 * over. Returns the rest of such a pause.
 */
export const recordRecovered = (db: Database, sid: SidOf<'WH'>) =>
  db
    .update(webhookEndpoint)
    .set({ failures: sql`case when held_until is null then 0 else failures end` })
    .where(eq(webhookEndpoint.sid, sid))
    .returning({ pauseSeconds: sql<number>`coalesce(${pauseSecondsLeft}, 0)` })

/** Stores when the time without a success began: with the first failed attempt after the last success. */
export const recordFailing = (
  db: Database,
  { sid, url }: Pick<typeof webhookEndpoint.$inferSelect, 'sid' | 'url'>,
  { failed, hasSuccess }: { failed: readonly string[]; hasSuccess: boolean },
) => {
  const before = hasSuccess ? sql`null` : webhookEndpoint.failingSince
  return db
    .update(webhookEndpoint)
    .set({ failingSince: failed.length > 0 ? sql`coalesce(${before}, now())` : null })
    .where(and(eq(webhookEndpoint.sid, sid), eq(webhookEndpoint.url, url)))
}

/**
 * Deactivates an endpoint that responded with 410 Gone, unless its URL has changed in the meantime. The address of
 * notifications stays active, because no client could activate it.
 */
export const deactivateGone = (db: Database, { sid, url }: { sid: SidOf<'WH'>; url: string }) =>
  db
    .update(webhookEndpoint)
    .set({ active: false, editDate: sql`now()` })
    .where(and(eq(webhookEndpoint.sid, sid), eq(webhookEndpoint.url, url), not(webhookEndpoint.notification)))
