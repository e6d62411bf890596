// The statements of endpoints that fail for days, and of the mails about them.

import { sql } from 'drizzle-orm'
import { operator } from '../../../../db/schema/operator.ts'
import { application } from '../../../../db/schema/tenancy.ts'
import { webhookEndpoint } from '../../../../db/schema/webhook.ts'
import { webhookNotice } from '../../../../db/schema/webhook-notice.ts'
import { sqlStatement } from '../../../../db/sql-statement.ts'

/** How long an endpoint may fail without one success. */
export const maxFailingDays = 5

/** The maximum number of endpoints, and of mails, of one statement. */
const batchSize = 50
const limit = sql.raw(String(batchSize))

/** Adds a notice for each operator of the endpoints who can sign in. `endpoint` has their sids and applications. */
const insertNotices = (kind: 'deactivated' | 'activated') => sql`
  insert into webhook_notice (sid, endpoint_sid, operator_sid, kind)
  select uuid_v7(), endpoint.sid, operator.sid, ${sql.raw(`'${kind}'`)}
  from endpoint join application on application.sid = endpoint.application_sid
    join operator on operator.account_sid = application.account_sid
      and operator.disabled_date is null and operator.password_hash is not null`

/**
 * Deactivates endpoints that have failed for days without one success, and inserts the mails to its operators. Both are one statement, so each
 * operator gets one mail.
 */
export const deactivateFailing = sqlStatement(
  { parameters: { at: webhookNotice.dueDate }, row: { applicationSid: webhookEndpoint.applicationSid } },
  p => sql`
    with failing as materialized (
      select sid from webhook_endpoint w
      where w.active and w.failing_since is not null
        and w.failing_since <= ${p.at}::timestamptz - ${sql.raw(`interval '${maxFailingDays} days'`)}
        and w.deleted_date is null and not w.notification
        and not exists (select from webhook_attempt a
          where a.endpoint_sid = w.sid and a.created_date > w.failing_since and a.success)
      order by w.failing_since limit ${limit} for update skip locked
    ),
    endpoint as (
      update webhook_endpoint set active = false, failed_date = now(), edit_date = now()
      from failing where webhook_endpoint.sid = failing.sid
      returning webhook_endpoint.sid, webhook_endpoint.application_sid
    ),
    noticed as (${insertNotices('deactivated')} returning sid)
    select application_sid from endpoint`,
)

/** Inserts the mails about an endpoint that is active again, if it was deactivated because it failed. Before its activation. */
export const noteActivated = sqlStatement(
  {
    parameters: {
      sid: webhookEndpoint.sid,
      applicationSid: webhookEndpoint.applicationSid,
      installSid: webhookEndpoint.installSid,
    },
    row: { sid: webhookNotice.sid },
  },
  p => sql`
    with endpoint as (
      select sid, application_sid from webhook_endpoint
      where sid = ${p.sid}::uuid and application_sid = ${p.applicationSid}::uuid and deleted_date is null
        and install_sid is not distinct from coalesce(${p.installSid}::uuid, install_sid)
        and not active and failed_date is not null
      for update
    )
    ${insertNotices('activated')} returning sid`,
)

/** The minutes until a mail is sent again. They include the time in which the process that sends it may end. */
const retryMinutes = sql`interval '5 minutes'`
const maxAttempts = 12

/**
 * Claims mails that are due, unless an earlier one about the endpoint to the operator is unfinished. Their next attempt is
 * later, so a mail whose process ends is sent again with the same key.
 */
export const claimNotices = sqlStatement(
  {
    parameters: { at: webhookNotice.dueDate },
    row: {
      sid: webhookNotice.sid,
      kind: webhookNotice.kind,
      email: operator.email,
      name: operator.name,
      url: webhookEndpoint.url,
      application: application.name,
    },
  },
  p => sql`
    with due as materialized (
      select sid from webhook_notice next
      where finished_date is null and due_date <= greatest(${p.at}::timestamptz, now())
        and not exists (select from webhook_notice earlier
          where earlier.endpoint_sid = next.endpoint_sid and earlier.operator_sid = next.operator_sid
            and earlier.finished_date is null and (earlier.created_date, earlier.sid) < (next.created_date, next.sid))
      order by due_date limit ${limit} for update skip locked
    ),
    claimed as (
    update webhook_notice n set attempts = n.attempts + 1,
      due_date = greatest(${p.at}::timestamptz, now()) + n.attempts * ${retryMinutes} + ${retryMinutes},
      -- The last attempt: it is not sent again.
      finished_date = case when n.attempts + 1 >= ${sql.raw(String(maxAttempts))} or not is_wanted then now() end
    from due, webhook_endpoint w, application a, operator o,
      lateral (select o.disabled_date is null and w.deleted_date is null is_wanted) wanted
    where n.sid = due.sid and w.sid = n.endpoint_sid and a.sid = w.application_sid and o.sid = n.operator_sid
    returning n.sid, n.kind, o.email, o.name, w.url, a.name as application, is_wanted
    )
    -- An operator who was disabled since gets no mail, and nobody one about an endpoint that was deleted.
    select sid, kind, email, name, url, application from claimed where is_wanted`,
)

/** Records the mails that were sent. */
export const finishNotices = sqlStatement(
  { parameters: { sids: application.permissions }, row: { sid: webhookNotice.sid } },
  p => sql`update webhook_notice set finished_date = now() where sid = any(${p.sids}::uuid[]) returning sid`,
)
