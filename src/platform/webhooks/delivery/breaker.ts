// The circuit breaker of an endpoint: the statements of its failures and pauses.

import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
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

const pausingFailures = sql`greatest(${limit}, failures + 1)`
const isPaused = sql`coalesce(held_until > now(), false)`

/**
 * Stores the results of attempts: counts the failures since the last success (`failed`, the uuids of their attempts) as
 * far as they count, and pauses the endpoint after too many consecutive ones. Returns the seconds of the pause; 0 or no
 * row without one. Attempts that were in progress when a pause began do not count. After a pause, a success does not
 * reset the failures; `recordRecovered` does.
 */
export const recordResults = sqlStatement(
  {
    parameters: {
      endpointSid: webhookEndpoint.sid,
      failed: application.permissions,
      hasSuccess: attempt.success,
    },
    row: { seconds: value<number>() },
  },
  p => {
    const total = sql`(case when ${p.hasSuccess}::boolean then 0 else failures end + failed)`
    return sql`
      with counted as (
        select count(*)::integer failed from webhook_attempt where sid = any(${p.failed}::uuid[])
      )
      update webhook_endpoint
      set failures = case
          when ${total} >= ${limit} then ${pausingFailures}
          when ${p.hasSuccess}::boolean and failures >= ${limit} then failures
          else ${total} end,
        held_until = case when ${total} >= ${limit} then now() + ${pauseAfter(pausingFailures)} else held_until end
      from counted
      where sid = ${p.endpointSid} and not ${isPaused}
        and (failed > 0 or ${p.hasSuccess}::boolean and failures between 1 and ${limit} - 1)
      returning case when held_until = (now() + ${pauseAfter(sql`failures`)})::timestamptz(3)
        then ceil(extract(epoch from held_until - now())) else 0 end::float8 seconds`
  },
)

/** Resets the failures of a recovered endpoint, unless it is paused: a pause ends only when its time is over. */
export const recordRecovered = (db: Database, sid: SidOf<'WH'>) =>
  db
    .update(webhookEndpoint)
    .set({ failures: 0 })
    .where(and(eq(webhookEndpoint.sid, sid), isNull(webhookEndpoint.heldUntil)))

/** Deactivates an endpoint that responded with 410 Gone, unless its URL has changed in the meantime. */
export const deactivateGone = (db: Database, { sid, url }: { sid: SidOf<'WH'>; url: string }) =>
  db
    .update(webhookEndpoint)
    .set({ active: false, editDate: sql`now()` })
    .where(and(eq(webhookEndpoint.sid, sid), eq(webhookEndpoint.url, url)))
