// The statements of an attempt and of the outbox.

import { sql } from 'drizzle-orm'
import { attempt, delivery } from '../../../../db/schema/webhook.ts'
import { sqlStatement, value } from '../../../../db/sql-statement.ts'

/** The time after the planned attempt at which the outbox checks a delivery for loss. */
export const lossTimeout = sql`interval '15 minutes'`

/**
 * Inserts the attempt and updates its delivery, both or neither; returns a row when the attempt counts. Of concurrent calls
 * for one attempt, at most one may fail the delivery. A success counts even after another call has failed the delivery.
 * `status` is the new status; with `pending`, QStash sends the message again after `delayMs`. If the event was erased while
 * it was sent, the attempt is stored without its content.
 */
export const insertAttempt = sqlStatement(
  {
    parameters: {
      sid: attempt.sid,
      deliverySid: attempt.deliverySid,
      attempts: delivery.attempts,
      status: delivery.status,
      delayMs: attempt.durationMs,
      url: attempt.url,
      success: attempt.success,
      statusCode: attempt.statusCode,
      fault: attempt.fault,
      durationMs: attempt.durationMs,
      request: attempt.request,
      response: attempt.response,
    },
    row: { sid: attempt.sid },
  },
  p => sql`
    with moved as (
      update webhook_delivery
      set attempts = attempts + 1,
        status = ${p.status},
        finished_date = case when ${p.status} = 'pending' then finished_date else now() end,
        due_date = case when ${p.status} = 'pending'
          then now() + make_interval(secs => ${p.delayMs}::float8 / 1000) + ${lossTimeout} else due_date end
      where sid = ${p.deliverySid}
        and (status = 'pending' and attempts = ${p.attempts}
          or ${p.status} = 'delivered' and status in ('pending', 'dead'))
      returning *
    )
    insert into webhook_attempt
      (sid, application_sid, delivery_sid, endpoint_sid, event_sid, event_type, number, url,
       success, status_code, fault, duration_ms, request, response)
    select ${p.sid}::uuid, event.application_sid, moved.sid, moved.endpoint_sid, event.sid, event.type, moved.attempts,
      ${p.url}, ${p.success}::boolean, ${p.statusCode}::integer, ${p.fault}, ${p.durationMs}::integer,
      case when is_erased then '{"headers": {}, "body": "", "truncated": true}' else ${p.request}::jsonb end,
      case when not is_erased then ${p.response}::jsonb end
    from moved
    join event on event.sid = moved.event_sid,
    lateral (select event.changed_table is not null and event.payload @> '{"erased": true}' is_erased) erasure
    returning sid`,
)

/** The maximum number of messages of one request to QStash. */
export const maxBatchSize = 100

/**
 * Claims due deliveries. Returns for each whether to publish it. Deliveries of paused endpoints and queued deliveries
 * become due later. A lost delivery gets a new round, because QStash drops a message with a known deduplication id.
 */
export const claimDue = sqlStatement(
  {
    parameters: {},
    row: {
      deliverySid: delivery.sid,
      endpointSid: delivery.endpointSid,
      round: delivery.round,
      isPublishable: value<boolean>(),
    },
  },
  () => sql`
    with due as (
      select * from webhook_delivery
      where status = 'pending' and due_date <= now()
      order by due_date
      limit ${sql.raw(`${maxBatchSize}`)}
      for update skip locked
    ),
    claimed as (
      select due.sid, endpoint.held_until, coalesce(endpoint.held_until > now(), false) is_paused,
        -- A published delivery is queued at QStash while its endpoint has recent attempts, for at most 6 hours.
        due.published_date > now() - interval '6 hours' and exists (
          select from webhook_attempt
          where endpoint_sid = due.endpoint_sid and created_date > now() - ${lossTimeout}
        ) is_queued
      from due
      join webhook_endpoint endpoint on endpoint.sid = due.endpoint_sid
    )
    update webhook_delivery delivery
    set due_date = case
        when is_paused then held_until
        when is_queued then now() + ${lossTimeout}
        -- A delivery that is still unpublished after a minute is claimed again: its publisher was terminated.
        else now() + interval '1 minute' end,
      round = round + case when is_paused or is_queued or published_date is null then 0 else 1 end,
      published_date = case when is_paused or is_queued then published_date end
    from claimed
    where delivery.sid = claimed.sid
    returning delivery.sid delivery_sid, delivery.endpoint_sid, delivery.round,
      delivery.published_date is null and not is_paused is_publishable`,
)
