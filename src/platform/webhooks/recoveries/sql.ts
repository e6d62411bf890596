// The statements of recoveries. A recovery is a cursor over the events of an application: each of its batches makes the deliveries
// pending that the endpoint has missed, and stores how far it got. An endpoint has at most one.

import { sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { delivery, webhookEndpoint } from '../../../../db/schema/webhook.ts'
import { webhookRecovery } from '../../../../db/schema/webhook-recovery.ts'
import { webhookRetry } from '../../../../db/schema/webhook-retry.ts'
import { sqlStatement, value } from '../../../../db/sql-statement.ts'
import { internalTopicPrefix } from '../../../shared/topics/topic.ts'
import type { Periods } from '../../retention/rules.ts'
import { resendAssignments } from '../endpoints/queries.ts'
import { scheduleBatches } from '../retries/queries.ts'

/** The maximum number of events that a batch examines, so that its memory and its time do not depend on the number of missed events. */
export const recoveryBatchSize = 10_000

const limit = sql.raw(String(recoveryBatchSize))

/** Starts a recovery with the events since a time, or moves an unfinished one of the endpoint back to it. */
export const beginRecovery = sqlStatement(
  {
    parameters: {
      applicationSid: webhookEndpoint.applicationSid,
      endpointSid: webhookEndpoint.sid,
      since: webhookEndpoint.createdDate,
    },
    row: { endpointSid: webhookRecovery.endpointSid },
  },
  p => sql`
    insert into webhook_recovery (endpoint_sid, event_date)
    select sid, greatest(${p.since}::timestamptz, created_date) from webhook_endpoint
    where application_sid = ${p.applicationSid} and sid = ${p.endpointSid}
    on conflict (endpoint_sid) do update set event_date = excluded.event_date, position = excluded.position
    where excluded.event_date <= webhook_recovery.event_date
    returning endpoint_sid`,
)

/**
 * Makes the missed deliveries of the next events pending again, for the recovery of this endpoint or for that which waits
 * longest: dead letters, skipped deliveries, and events from the time when the endpoint was inactive. Locks the events, so
 * that it waits for a concurrent deletion and omits deleted events. Returns no row if no recovery is left, or if a concurrent run continues it.
 */
export const recoverBatch = sqlStatement(
  {
    // The days for which retention keeps completed deliveries.
    parameters: { endpointSid: webhookRetry.endpointSid, eventDays: delivery.attempts },
    row: { scheduled: value<number>(), isFinished: value<boolean>() },
  },
  p => sql`
    with recovery as materialized (
      select * from webhook_recovery where ${p.endpointSid}::uuid is null or endpoint_sid = ${p.endpointSid}::uuid
      order by continued_date limit 1 for update skip locked
    ),
    examined as materialized (
      select e.sid, e.created_date, w.sid as endpoint_sid,
        not starts_with(e.topic, ${internalTopicPrefix}) and e.type = any (w.events)
          and (w.install_sid is null or w.install_sid = e.install_sid) and matches_filter(w.filter, e.payload) as is_match
      from recovery r
      -- The recovery of an endpoint that is not active ends.
      join webhook_endpoint w on w.sid = r.endpoint_sid and w.active and w.deleted_date is null
      cross join lateral (
        select * from event e
        where e.application_sid = w.application_sid and (e.created_date, e.sid) > (r.event_date, r.position)
        order by e.created_date, e.sid limit ${limit}) e
    ),
    scheduled as (
      insert into webhook_delivery (sid, application_sid, event_sid, endpoint_sid)
      select uuid_v7(), e.application_sid, e.sid, m.endpoint_sid from examined m join event e on e.sid = m.sid
      where m.is_match and not exists (
        select from webhook_delivery d
        where d.event_sid = m.sid and d.endpoint_sid = m.endpoint_sid and d.status not in ('dead', 'skipped'))
        -- An older event may have been delivered: retention keeps it for the dead letter of another endpoint.
        and (m.created_date > now() - make_interval(days => ${p.eventDays}::integer) or exists (
          select from webhook_delivery d where d.event_sid = m.sid and d.endpoint_sid = m.endpoint_sid))
      order by m.created_date, m.sid
      for key share of e
      on conflict (event_sid, endpoint_sid) do update set ${resendAssignments}
      where webhook_delivery.status in ('dead', 'skipped')
      returning 1
    ),
    last as (select created_date, sid from examined order by created_date desc, sid desc limit 1),
    result as (
      select endpoint_sid, (select count(*) from scheduled)::integer as scheduled,
        (select count(*) from examined) < ${limit} as is_finished
      from recovery
    ),
    continued as (
      update webhook_recovery r set event_date = last.created_date, position = last.sid, continued_date = now()
      from last, result where r.endpoint_sid = result.endpoint_sid and not is_finished
    ),
    ended as (
      delete from webhook_recovery r using result where r.endpoint_sid = result.endpoint_sid and is_finished
    )
    select scheduled, is_finished from result`,
)

/** Schedules the next deliveries of the unfinished recoveries, a batch of each in turn. Returns their number. */
export const continueRecoveries = (
  db: Database,
  { eventDays }: Pick<Periods, 'eventDays'>,
): Promise<number> => scheduleBatches(db, () => recoverBatch({ endpointSid: null, eventDays }))
