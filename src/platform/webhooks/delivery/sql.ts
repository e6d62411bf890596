// The statements of attempts and of the outbox.

import { type SQL, sql } from 'drizzle-orm'
import { sealedHead, sealingProbe } from '../../../../db/schema/sealed.ts'
import { application } from '../../../../db/schema/tenancy.ts'
import { attempt, delivery, event } from '../../../../db/schema/webhook.ts'
import { sqlStatement, value } from '../../../../db/sql-statement.ts'

/** The time after the planned attempt at which the outbox checks a delivery for loss. */
export const lossTimeout = sql`interval '15 minutes'`

/** The time after which the outbox publishes a delivery whose publisher was terminated. */
const publishTimeout = sql`interval '1 minute'`

/** Columns of the types `text[]` and `jsonb`, for parameters. */
const [texts, json] = [application.permissions, event.payload]

/** Locks captured events against erasure until their attempts are recorded. Other events cannot be erased. */
export const lockEvents = sqlStatement(
  { parameters: { sids: texts }, row: { sid: event.sid } },
  p => sql`select sid from event where sid = any(${p.sids}::uuid[]) order by sid for share`,
)

/**
 * Inserts attempts and updates their deliveries, for each both or neither; returns a row for each attempt that counts.
 * Of concurrent calls for one attempt, at most one may fail the delivery. A success counts even after another call has
 * failed or skipped the delivery. If an event was erased while it was sent, its attempt is stored without its content.
 *
 * `results` has for each delivery (by its uuid) the columns of the attempt, the number of earlier `attempts`, the new
 * `status`, and with `pending` the time until the next attempt, `delay_ms`.
 */
export const insertAttempts = sqlStatement(
  { parameters: { results: json, url: attempt.url }, row: { deliverySid: attempt.deliverySid } },
  p => sql`
    with result as (
      select entry.key::uuid delivery_sid, attempt.*
      from jsonb_each(${p.results}::jsonb) entry, jsonb_to_record(entry.value) attempt(sid uuid, attempts integer,
        status text, delay_ms float8, success boolean, status_code integer, fault text, duration_ms integer,
        request jsonb, response jsonb)
    ),
    -- In the same order in all transactions, so that they do not deadlock.
    locked as materialized (
      select sid from webhook_delivery where sid in (select delivery_sid from result) order by sid for update
    ),
    moved as (
      update webhook_delivery delivery
      set attempts = delivery.attempts + 1,
        status = result.status,
        finished_date = case when result.status = 'pending' then finished_date else now() end,
        -- QStash has its message, even if the publisher has not stored this yet.
        published_date = coalesce(published_date, now()),
        due_date = case when result.status = 'pending'
          then now() + make_interval(secs => delay_ms / 1000) + ${lossTimeout} else due_date end
      from result join locked on locked.sid = delivery_sid
      where delivery.sid = delivery_sid
        and (delivery.status = 'pending' and delivery.attempts = result.attempts
          or result.status = 'delivered' and delivery.status <> 'delivered')
      returning delivery.*
    )
    insert into webhook_attempt
      (sid, application_sid, delivery_sid, endpoint_sid, event_sid, event_type, number, url,
       success, status_code, fault, duration_ms, request, response)
    select result.sid, event.application_sid, moved.sid, moved.endpoint_sid, event.sid, event.type, moved.attempts,
      ${p.url}, success, status_code, fault, duration_ms,
      case when is_erased then '{"headers": {}, "body": "", "truncated": true}' else request end,
      case when not is_erased then response end
    from moved
    join result on result.delivery_sid = moved.sid
    join event on event.sid = moved.event_sid,
    lateral (select event.changed_table is not null and event.payload @> '{"erased": true}' is_erased) erasure
    returning delivery_sid`,
)

/** Selects and locks the pending deliveries that are still in the given round (`roundsOf`). */
const inRound = (rounds: unknown) => sql`
  (select delivery.sid, delivery.round, delay_ms
    from jsonb_each(${rounds}::jsonb) entry, jsonb_to_record(entry.value) given(round integer, delay_ms float8),
      webhook_delivery delivery
    where delivery.sid = entry.key::uuid and delivery.round = given.round and delivery.status = 'pending'
    order by delivery.sid for update of delivery) message`

/**
 * Takes unfinished deliveries out of their message, which can no longer send them: begins a new round, for a message of
 * its own. Returns for each the time until its next attempt. The outbox publishes a delivery whose message was not
 * published.
 */
export const takeOut = sqlStatement(
  {
    parameters: { rounds: json },
    row: { sid: delivery.sid, round: delivery.round, delayMs: value<number>() },
  },
  p => sql`
    update webhook_delivery delivery
    set round = delivery.round + 1, published_date = null,
      due_date = greatest(now(), due_date - ${lossTimeout}) + ${publishTimeout}
    from ${inRound(p.rounds)}
    where delivery.sid = message.sid and delivery.round = message.round
    returning delivery.sid, delivery.round,
      -- Without the fraction, by which the rounded due date can exceed the current time.
      greatest(0, floor(extract(epoch from due_date - ${publishTimeout} - now()) * 1000))::float8 delay_ms`,
)

/**
 * Marks deliveries as published, to be sent after their delay. Leaves those unchanged that have a newer message, or an
 * attempt that QStash has made before this statement.
 */
export const markPublished = sqlStatement(
  { parameters: { rounds: json }, row: { sid: delivery.sid } },
  p => sql`
    update webhook_delivery delivery
    set published_date = now(),
      due_date = now() + make_interval(secs => delay_ms / 1000) + ${lossTimeout}
    from ${inRound(p.rounds)}
    where delivery.sid = message.sid and delivery.round = message.round and published_date is null
    returning delivery.sid`,
)

/**
 * The number of given-up messages that makes a delivery a dead letter. It bounds the retries if QStash cannot reach the
 * relay. Other rounds, such as those of resends, do not count.
 */
const maxGivenUp = sql`12`

/**
 * Records that QStash has exhausted the retries of a message. Its deliveries become due at the time of their next
 * planned attempt, in a new round. Does not change those that are finished or have a newer message.
 */
export const recordGivenUp = sqlStatement(
  { parameters: { rounds: json }, row: { sid: delivery.sid } },
  p => sql`
    update webhook_delivery delivery
    set round = delivery.round + 1, given_up = given_up + 1, published_date = null,
      due_date = greatest(now(), due_date - ${lossTimeout}),
      status = case when given_up + 1 < ${maxGivenUp} then status else 'dead' end,
      finished_date = case when given_up + 1 < ${maxGivenUp} then finished_date else now() end
    from ${inRound(p.rounds)}
    where delivery.sid = message.sid and delivery.round = message.round
    returning delivery.sid`,
)

/**
 * Marks pending deliveries as skipped, unless their endpoint is active again. Returns the skipped ones. Locks the endpoint
 * last, so that an activation follows, and without waiting: the statement that has locked it may wait for the deliveries.
 */
export const skipDeliveries = sqlStatement(
  { parameters: { sids: texts }, row: { sid: delivery.sid } },
  p => sql`
    with locked as materialized (
      select sid, endpoint_sid from webhook_delivery
      where sid = any(${p.sids}::uuid[]) and status = 'pending' order by sid for update
    ),
    inactive as materialized (
      select sid from webhook_endpoint
      where sid in (select endpoint_sid from locked) and (not active or deleted_date is not null)
      for share skip locked
    )
    update webhook_delivery delivery set status = 'skipped', finished_date = now()
    from locked join inactive on inactive.sid = locked.endpoint_sid
    where delivery.sid = locked.sid
    returning delivery.sid`,
)

/** The maximum number of deliveries that are claimed at once, and of messages of one request to QStash. */
export const maxBatchSize = 100

/** Selects and locks due deliveries, half of a batch. */
const dueBy = (order: SQL, knownHeads: unknown, condition = sql``) => sql`
  select * from webhook_delivery
  where status = 'pending' and due_date <= now() ${condition} and not exists (
    select from ${sealingProbe} where ${sealedHead(sealingProbe.sealed)} <> all(string_to_array(${knownHeads}, ','))
  )
  order by ${order}
  limit ${sql.raw(`${maxBatchSize / 2}`)}
  for update skip locked`

/**
 * Claims due deliveries: the oldest and the newest ones, so that an event does not wait for the many deliveries of a retry.
 * Returns for each whether to publish it. Deliveries of paused endpoints and queued deliveries become due later. A lost
 * delivery gets a new round, because QStash drops a message with a known deduplication id. Claims nothing while
 * SEALING_KEY cannot open the secrets of endpoints: `knownHeads` of the seal, separated by commas.
 */
export const claimDue = sqlStatement(
  {
    parameters: { knownHeads: sealingProbe.sealed },
    row: {
      sid: delivery.sid,
      endpointSid: delivery.endpointSid,
      round: delivery.round,
      isPublishable: value<boolean>(),
    },
  },
  p => sql`
    with oldest as materialized (${dueBy(sql`due_date`, p.knownHeads)}),
    newest as materialized (${dueBy(sql`due_date desc`, p.knownHeads, sql`and sid not in (select sid from oldest)`)}),
    due as (select * from oldest union all select * from newest),
    -- Locked, so that an activation waits, and then finds the deliveries that are kept until the end of the pause. This does
    -- not wait: the deliveries of an endpoint that is changed just now are published, and QStash keeps them during a pause.
    paused as materialized (
      select sid, held_until from webhook_endpoint
      where sid in (select endpoint_sid from due) and held_until > now()
      for share skip locked
    ),
    claimed as (
      select due.sid, paused.held_until, paused.sid is not null is_paused,
        -- A published delivery is queued at QStash while its endpoint has recent attempts, for at most 6 hours.
        due.published_date > now() - interval '6 hours' and exists (
          select from webhook_attempt
          where endpoint_sid = due.endpoint_sid and created_date > now() - ${lossTimeout}
        ) is_queued
      from due
      left join paused on paused.sid = due.endpoint_sid
    )
    update webhook_delivery delivery
    set due_date = case
        when is_paused then held_until
        when is_queued then now() + ${lossTimeout}
        -- A delivery that is still unpublished after this time is claimed again: its publisher was terminated.
        else now() + ${publishTimeout} end,
      round = round + case when is_paused or is_queued or published_date is null then 0 else 1 end,
      published_date = case when is_paused or is_queued then published_date end
    from claimed
    where delivery.sid = claimed.sid
    returning delivery.sid, delivery.endpoint_sid, delivery.round,
      delivery.published_date is null and not is_paused is_publishable`,
)
