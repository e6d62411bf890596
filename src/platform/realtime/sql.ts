// The statements about events that come from topics.

import { sql } from 'drizzle-orm'
import { application } from '../../../db/schema/tenancy.ts'
import { event, webhookEndpoint } from '../../../db/schema/webhook.ts'
import { sqlStatement } from '../../../db/sql-statement.ts'

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
    insert into event (sid, application_sid, install_sid, topic, source, type, payload, user_sid, created_date)
    select given.sid, application.sid, install.sid, topic, source, type, payload, person.sid, to_timestamp(created_at / 1000)
    from application, jsonb_to_recordset(${p.events}::jsonb -> 'list') given(sid uuid, install_sid uuid, session_sid uuid,
      credential_sid uuid, user_sid uuid, topic text, source text, type text, payload jsonb, created_at float8)
    left join exam_session on exam_session.sid = session_sid
    left join api_credential credential on credential.sid = credential_sid
    left join users person on person.sid = given.user_sid
    left join install on install.application_sid = ${p.applicationSid}
      and install.sid = coalesce(given.install_sid, exam_session.install_sid, credential.install_sid, person.install_sid)
    where application.sid = ${p.applicationSid}
    on conflict do nothing
    returning sid`,
)
