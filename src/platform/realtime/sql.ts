// The statements about events that come from topics.

import { sql } from 'drizzle-orm'
import { liveEvent, liveTopic } from '../../../db/schema/live.ts'
import { application } from '../../../db/schema/tenancy.ts'
import { event, webhookEndpoint } from '../../../db/schema/webhook.ts'
import { sqlStatement, value } from '../../../db/sql-statement.ts'

/** A column of the type `jsonb`, for parameters. */
const json = event.payload
/** A column of the type `text[]`. */
const texts = application.permissions

/** Selects the types of events that the active endpoints of an application receive, for each install. */
export const readWantedEvents = sqlStatement(
  {
    parameters: { applicationSid: event.applicationSid },
    row: { installSid: webhookEndpoint.installSid, types: texts },
  },
  p => sql`
    select install_sid, array_agg(distinct type) types from webhook_endpoint, unnest(events) type
    where application_sid = ${p.applicationSid} and active and deleted_date is null
    group by install_sid`,
)

/**
 * Inserts events of topics of an application, the `list`, each once. An event belongs to an install if its topic is one of the install,
 * if it is of a session of the install, or if the person or the credential of the connection belongs to it.
 */
export const insertTopicEvents = sqlStatement(
  {
    parameters: { applicationSid: event.applicationSid, events: json },
    row: { sid: event.sid },
  },
  p => sql`
    insert into event (sid, application_sid, install_sid, topic, source, type, payload, created_date)
    select given.sid, application.sid, install.sid, topic, source, type, payload, to_timestamp(created_at / 1000)
    from application, jsonb_to_recordset(${p.events}::jsonb -> 'list') given(sid uuid, install_sid uuid, session_sid uuid,
      credential_sid uuid, person_sid uuid, topic text, source text, type text, payload jsonb, created_at float8)
    left join exam_session on exam_session.sid = session_sid
    left join api_credential credential on credential.sid = credential_sid
    left join users person on person.sid = person_sid
    left join install on install.application_sid = ${p.applicationSid}
      and install.sid = coalesce(given.install_sid, exam_session.install_sid, credential.install_sid, person.install_sid)
    where application.sid = ${p.applicationSid}
    on conflict do nothing
    returning sid`,
)

/** Deletes the events that the topics of the application have. */
export const deletePublished = sqlStatement(
  {
    parameters: { applicationSid: liveEvent.applicationSid, numbers: json },
    row: { number: liveEvent.number },
  },
  p => sql`
    delete from live_event
    where application_sid = ${p.applicationSid}
      and number in (select jsonb_array_elements_text(${p.numbers}::jsonb -> 'list')::bigint)
    returning number`,
)

/** The most events that are taken at once, and the most characters of their payloads. */
const maxTaken = 200
const maxCharacters = 4_000_000

/** Selects the next events of an application for its topics, in their order. An event may be deleted since. */
export const findLiveEvents = sqlStatement(
  {
    parameters: { applicationSid: liveEvent.applicationSid },
    row: {
      number: liveEvent.number,
      isErasure: liveEvent.isErasure,
      sid: event.sid,
      installSid: event.installSid,
      topic: event.topic,
      source: event.source,
      type: event.type,
      payload: event.payload,
      changedTable: event.changedTable,
      operation: event.operation,
      createdAt: value<number>(),
    },
  },
  p => sql`
    select * from (
      select number, is_erasure, event.sid, event.install_sid, topic, source, type, payload, changed_table, operation,
        (extract(epoch from created_date) * 1000)::float8 created_at,
        sum(length(payload::text)) over (order by number) - length(payload::text) as length_before
      from (
        select * from live_event where application_sid = ${p.applicationSid} order by number limit ${sql.raw(`${maxTaken}`)}
      ) live
      left join event on event.sid = live.event_sid
    ) taken
    where coalesce(length_before, 0) < ${sql.raw(`${maxCharacters}`)}
    order by number`,
)

/**
 * Registers a topic of captured changes of an application, or of one of its installs. Topics of other names are not
 * registered: nothing is published on them.
 */
export const insertLiveTopic = sqlStatement(
  {
    parameters: {
      applicationSid: liveTopic.applicationSid,
      topic: liveTopic.topic,
      installSid: event.installSid,
    },
    row: { xid: value<string>(), isRegistered: value<boolean>() },
  },
  p => sql`
    with inserted as (
      insert into live_topic (application_sid, topic)
      select application.sid, ${p.topic} from application
      where application.sid = ${p.applicationSid}
        and exists (select from pg_trigger where tgfoid = 'capture_change'::regproc
          and tgargs = convert_to(split_part(${p.topic}, 'proctoring.', 2), 'UTF8') || '\\x00'::bytea)
        and (${p.installSid}::uuid is null or exists (
          select from install where install.application_sid = application.sid and install.sid = ${p.installSid}))
      on conflict (application_sid, topic) do update set renewed_date = now()
      returning topic
    )
    select pg_current_xact_id()::text xid, exists (select from inserted) is_registered`,
)

/** Selects whether all transactions that began before the given one have ended. */
export const haveEarlierEnded = sqlStatement(
  { parameters: { xid: liveTopic.topic }, row: { isOver: value<boolean>() } },
  p => sql`select pg_snapshot_xmin(pg_current_snapshot()) > ${p.xid}::text::xid8 is_over`,
)
