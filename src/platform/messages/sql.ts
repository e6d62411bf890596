// The statements of the outbox of mails to learners.

import { sql } from 'drizzle-orm'
import { course } from '../../../db/schema/catalog.ts'
import { exam, instructorProctor } from '../../../db/schema/exam.ts'
import { message } from '../../../db/schema/message.ts'
import { examSession } from '../../../db/schema/session.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { timeZone, user } from '../../../db/schema/user.ts'
import { event } from '../../../db/schema/webhook.ts'
import { sqlStatement, value } from '../../../db/sql-statement.ts'
import type { RowOf } from '../../../db/statement.ts'

/** How many messages a sender claims at once. A Worker has six connections that wait for a response. */
export const maxClaimed = 6

/** The time after which another sender can claim a message. It exceeds the timeout of the mail provider. */
const lease = sql`interval '20 seconds'`

/** With the delays, attempts of about 17 hours. A provider forgets keys after 24 hours. */
export const maxAttempts = 12
const attempts = sql.raw(`${maxAttempts}`)
const firstDelay = sql`interval '30 seconds'`

/** The clock of a sender: that of the scheduled run, or else the current time. */
const clock = (at: unknown) => sql`coalesce(${at}::timestamptz, now())`

/**
 * Claims due messages with what their mails need. Each becomes due again at the end of its lease, so that a crash loses none.
 * The messages of a session are sent in their order; reminders do not wait. The first message of a session is a subquery for
 * each message: the plan of a join, made while few are pending, would read all of them for each claim. Deletes those that are no longer wanted:
 * notifications were turned off, the user was erased, or a reminder is late or belongs to another appointment. A message
 * whose last attempt did not end has failed (`isLost`). Returns a row for each of them; only those with `isClaimed` are to be
 * sent.
 */
export const claimMessages = sqlStatement(
  {
    parameters: { at: message.finishedDate },
    row: {
      sid: message.sid,
      sessionSid: message.sessionSid,
      kind: message.kind,
      appointmentDate: message.appointmentDate,
      appointmentEndDate: message.appointmentEndDate,
      previousDate: message.previousDate,
      detail: message.detail,
      calendar: message.calendar,
      sequence: message.sequence,
      attempts: message.attempts,
      createdDate: message.createdDate,
      firstName: user.firstName,
      lastName: user.lastName,
      address: user.email,
      isAddressNew: value<boolean>(),
      examTitle: exam.title,
      courseTitle: course.title,
      institution: install.name,
      location: instructorProctor.location,
      zone: timeZone.name,
      userLocale: user.locale,
      installLocale: install.locale,
      texts: install.notificationTexts,
      isClaimed: value<boolean>(),
      isLost: value<boolean>(),
    },
  },
  p => sql`
    with due as (
      select m.* from ${message} m
      where m.status = 'pending' and m.due_date <= ${clock(p.at)} and (
        m.kind in ('reminder24h', 'reminder1h') or m.sid = (
          select first.sid from ${message} first
          where first.session_sid = m.session_sid and first.status = 'pending'
            and first.kind not in ('reminder24h', 'reminder1h')
          order by first.sid limit 1))
      order by m.due_date, m.sid limit ${sql.raw(`${maxClaimed}`)}
      for update skip locked
    ), judged as (
      select d.sid, d.session_sid, d.kind, s.exam_sid, s.course_sid, s.user_sid, s.instructor_proctor_sid, d.attempts >= ${attempts} as is_lost,
        coalesce(u.preferred_email, u.email) as address, d.address is null as is_address_new,
        i.notifications_enabled and u.erased_date is null and case
          when d.kind = 'review' then i.notify_reviews
          when d.kind in ('reminder24h', 'reminder1h') then i.notify_reminders and s.status = 'Scheduled'
            and s.in_progress_date is null and s.appointment_date = d.appointment_date
            and ${clock(p.at)} < s.appointment_date - case d.kind when 'reminder24h' then interval '1 hour' else interval '0' end
          else i.notify_confirmations
        end as is_wanted
      from due d
      join ${examSession} s on s.sid = d.session_sid
      join ${install} i on i.sid = d.install_sid
      join ${user} u on u.sid = s.user_sid
    ), unwanted as (
      delete from ${message} m using judged j where m.sid = j.sid and not j.is_wanted
    ), claimed as (
      update ${message} m
      set due_date = ${clock(p.at)} + ${lease}, attempts = least(m.attempts + 1, ${attempts}),
        status = case when j.is_lost then 'failed' else 'pending' end,
        fault = case when j.is_lost then 'interrupted' else m.fault end,
        address = case when not j.is_lost then coalesce(m.address, j.address) end,
        detail = case when not j.is_lost then m.detail end,
        finished_date = case when j.is_lost then ${clock(p.at)} end
      from judged j where m.sid = j.sid and j.is_wanted
      returning m.*
    )
    select j.sid, j.session_sid, j.kind, c.appointment_date, c.appointment_end_date, c.previous_date, c.detail, c.calendar,
      c.sequence, c.attempts, c.created_date, u.first_name, u.last_name, coalesce(c.address, j.address) as address,
      j.is_address_new, x.title as exam_title, k.title as course_title, i.name as institution, slot.location,
      coalesce(z.name, i.default_timezone) as zone, u.locale as user_locale, i.locale as install_locale,
      i.notification_texts as texts, c.sid is not null as is_claimed, j.is_wanted and j.is_lost as is_lost
    from judged j
    left join claimed c on c.sid = j.sid and c.status = 'pending'
    join ${user} u on u.sid = j.user_sid
    join ${exam} x on x.sid = j.exam_sid
    join ${course} k on k.sid = j.course_sid
    join ${install} i on i.sid = x.install_sid
    left join ${instructorProctor} slot on slot.sid = j.instructor_proctor_sid
    left join ${timeZone} z on z.sid = u.time_zone_sid
    order by j.sid`,
)

export type ClaimedMessage = RowOf<typeof claimMessages>

/**
 * Records the results of claimed messages: `[{sid, attempts, fault, is_final, is_readdressed}]`, with the uuid and the number of
 * the attempt. Without a fault the message was sent; its detail and its address, which are personal data, are cleared.
 * Otherwise it is due again after a delay that doubles, or has failed. A message that is readdressed is sent next to the
 * address that the user then has. A message that another sender has finished does not change, and a fault is recorded only
 * if no other sender has claimed the message since. Returns those that have failed.
 */
export const recordResults = sqlStatement(
  {
    parameters: { at: message.finishedDate, results: event.payload },
    row: { sid: message.sid, sessionSid: message.sessionSid, kind: message.kind, isFailed: value<boolean>() },
  },
  p => sql`
    with result as (
      select *, case
          when fault is null then 'sent'
          when is_final or attempts >= ${attempts} then 'failed'
          else 'pending'
        end as status
      from jsonb_to_recordset(${p.results}::jsonb->'messages')
        as r(sid uuid, attempts integer, fault text, is_final boolean, is_readdressed boolean)
      limit ${sql.raw(`${maxClaimed}`)}
    )
    update ${message} m
    set status = r.status, fault = r.fault,
      finished_date = case when r.status <> 'pending' then ${clock(p.at)} end,
      due_date = case when r.status = 'pending' then ${clock(p.at)} + ${firstDelay} * power(2, m.attempts - 1) else m.due_date end,
      detail = case when r.status = 'pending' then m.detail end,
      address = case when r.status = 'pending' and not r.is_readdressed then m.address end
    from result r
    -- Conditions of the updated row itself: after a wait for a claim of it, they are checked with that claim.
    where m.sid = r.sid and m.status = 'pending' and (r.fault is null or m.attempts = r.attempts)
    returning m.sid, m.session_sid, m.kind, m.status = 'failed' as is_failed`,
)
