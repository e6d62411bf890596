// The statements of retries. A retry is a cursor over the dead letters of an application: each of its batches makes the next ones
// pending, in the order of their sids, and stores how far it got. Batch and cursor are one transaction, so a retry survives the end
// of its process, and sends a delivery that fails again once.

import { sql } from 'drizzle-orm'

import { webhookRetry } from '../../../../db/schema/webhook-retry.ts'
import { sqlStatement, value } from '../../../../db/sql-statement.ts'
import { resendAssignments } from '../endpoints/queries.ts'

/** The maximum number of deliveries of a batch. */
export const retryBatchSize = 1000

/** The text of a sid's uuid begins with its time, so these bounds of the index have a margin for clocks. */
const margin = sql`interval '1 hour'`
const least = (at: unknown) =>
  sql`(lpad(to_hex(greatest(0, extract(epoch from ${at}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`

/** The members of a retry, as parts of a query. */
type Scope = Record<
  'applicationSid' | 'installSid' | 'endpointSid' | 'eventType' | 'since' | 'until',
  unknown
>

/**
 * The dead letters of a retry, at endpoints that are active. They are found by `webhook_delivery_dead`.
 * @param more further conditions
 */
const deadLetters = ({ applicationSid, installSid, endpointSid, eventType, since, until }: Scope) => sql`
  webhook_delivery d
  join webhook_endpoint w on w.sid = d.endpoint_sid and w.active and w.deleted_date is null and not w.notification
    and (${installSid} is null or w.install_sid = ${installSid})
  where d.application_sid = ${applicationSid} and d.status = 'dead'
    and d.sid between ${least(sql`${since} - ${margin}`)} and ${least(sql`${until} + ${margin}`)}
    and d.created_date >= ${since} and d.created_date < ${until}
    and (${endpointSid} is null or d.endpoint_sid = ${endpointSid})
    and (${eventType} is null or exists (select from event e where e.sid = d.event_sid and e.type = ${eventType}))`

const parameters = {
  applicationSid: webhookRetry.applicationSid,
  installSid: webhookRetry.installSid,
  endpointSid: webhookRetry.endpointSid,
  eventType: webhookRetry.eventType,
  since: webhookRetry.sinceDate,
  until: webhookRetry.untilDate,
}

type Typed = { [K in keyof typeof parameters]: unknown }

const typed = (p: Typed): Scope => ({
  applicationSid: sql`${p.applicationSid}::uuid`,
  installSid: sql`${p.installSid}::uuid`,
  endpointSid: sql`${p.endpointSid}::uuid`,
  eventType: sql`${p.eventType}::text`,
  since: sql`${p.since}::timestamptz`,
  until: sql`${p.until}::timestamptz`,
})

/** Counts the deliveries that a retry would send. */
export const countDeadLetters = sqlStatement(
  { parameters, row: { matched: value<number>() } },
  p => sql`select count(*)::integer as matched from ${deadLetters(typed(p))}`,
)

/** Inserts a retry, with the number of its deliveries. */
export const insertRetry = sqlStatement(
  { parameters: { sid: webhookRetry.sid, ...parameters }, row: { sid: webhookRetry.sid } },
  p => sql`
    insert into webhook_retry (sid, application_sid, install_sid, endpoint_sid, event_type, since_date, until_date, matched)
    select ${p.sid}::uuid, ${typed(p).applicationSid}, ${typed(p).installSid}, ${typed(p).endpointSid},
      ${typed(p).eventType}, ${typed(p).since}, ${typed(p).until}, count(*)
    from ${deadLetters(typed(p))}
    returning sid`,
)

/**
 * Schedules the next batch of a retry: of this one, or of the next unfinished one, in turn. Deliveries that have failed after the
 * request do not belong to it. Returns no row if nothing is left, or if a concurrent run schedules.
 */
export const scheduleRetry = sqlStatement(
  {
    // Sids without their prefixes, or null: of the retry, and of that whose batch was the last one.
    parameters: { uuid: webhookRetry.position, last: webhookRetry.position },
    row: { sid: webhookRetry.sid, scheduled: value<number>() },
  },
  p => sql`
    with retry as materialized (
      select * from webhook_retry where finished_date is null and (${p.uuid}::uuid is null or sid = ${p.uuid}::uuid)
      order by coalesce(sid > ${p.last}::uuid, false) desc, sid limit 1 for update skip locked
    ),
    next as materialized (
      select d.sid from retry r cross join lateral (
        select d.sid from ${deadLetters({
          applicationSid: sql`r.application_sid`,
          installSid: sql`r.install_sid`,
          endpointSid: sql`r.endpoint_sid`,
          eventType: sql`r.event_type`,
          since: sql`r.since_date`,
          until: sql`r.until_date`,
        })}
          and (r.position is null or d.sid > r.position) and d.finished_date <= r.created_date
        order by d.sid limit ${sql.raw(String(retryBatchSize))}
        for update of d) d
    ),
    scheduled as (
      update webhook_delivery set ${resendAssignments}
      from next where webhook_delivery.sid = next.sid and webhook_delivery.status = 'dead'
      returning webhook_delivery.sid
    ),
    counted as (select count(*)::integer as scheduled from scheduled),
    last as (select (select sid from next order by sid desc limit 1) as sid, (select count(*) from next) as count)
    update webhook_retry r set scheduled = r.scheduled + counted.scheduled,
      matched = greatest(r.matched, r.scheduled + counted.scheduled), position = coalesce(last.sid, r.position),
      finished_date = case when last.count < ${sql.raw(String(retryBatchSize))} then now() end
    from retry, counted, last where r.sid = retry.sid
    returning r.sid, counted.scheduled`,
)
