import { id, sids } from './sql.ts'

/**
 * Inserts so many tokens, users, sessions and deliveries into the scene of `sql.ts`, one after the other in time. The tokens
 * fill whole hours, the periods in which they are counted, at any time of day.
 */
export const longLists = (rows: number): string => `
  insert into sts_family (sid, install_sid, credential_sid, holder_sid, target_user_sid, token_type, resource, policy,
      install_epoch, credential_epoch, holder_epoch, user_epoch, absolute_expires_at)
    select uuidv7(), '${sids.install}', '${sids.credential}', '${sids.credential}', '${sids.users}', 'api', '*', '{}',
      0, 0, 0, 0, now() from generate_series(1, ${rows});
  insert into sts_token (sid, family_sid, generation, secret_hash, expires_at, created_date)
    select sid, sid, 0, sha256(sid::text::bytea), now(),
      date_trunc('hour', now()) - row_number() over () * interval '10 seconds' from sts_family;
  insert into users (sid, install_sid, first_name, last_name, email, address, created_date)
    select uuidv7(), '${sids.install}', 'Ada ' || n, 'Learner ' || n, n || '@school.example', repeat('a', 400),
      now() - n * interval '1 second'
    from generate_series(1, ${rows}) n;
  insert into enrollment (sid, install_sid, course_sid, user_sid)
    select uuidv7(), install_sid, '${sids.course}', sid from users where last_name like 'Learner %';
  insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, notes, status,
      appointment_date, created_date)
    select uuidv7(), n.install_sid, n.course_sid, '${sids.exam}', n.sid, n.user_sid, 'key', repeat('a', 400),
      case when row_number() over () % 4 = 0 then 'Processing' else 'Closed' end,
      now() - row_number() over () * interval '10 seconds', now() - row_number() over () * interval '10 seconds'
    from enrollment n join users u on u.sid = n.user_sid where u.last_name like 'Learner %';
  insert into webhook_endpoint (sid, application_sid, url, secret, events, active)
    values ('${id(20)}', '${sids.application}', 'https://lms.example.com/', '', '{database.event}', false);
  insert into event (sid, application_sid, topic, source, type, payload, changed_table)
    select uuidv7(), '${sids.application}', 'proctoring.exam_session', 'capture', 'database.event',
      jsonb_build_object('sid', 'ES' || md5((n / 5)::text)), 'exam_session' from generate_series(0, ${rows - 1}) n;
  insert into webhook_delivery (sid, application_sid, event_sid, endpoint_sid, status)
    select uuidv7(), application_sid, sid, '${id(20)}', 'delivered' from event;
  insert into webhook_attempt (sid, application_sid, delivery_sid, endpoint_sid, event_sid, event_type, number, url,
      success, duration_ms, request)
    select uuidv7(), application_sid, sid, endpoint_sid, event_sid, 'database.event', 1, '', true, 1, '{}'
    from webhook_delivery`
