-- Inserts the messages about changed sessions into the outbox of mails, in the transaction of the change, for installs whose
-- notifications are on. Removes the reminders of another appointment, or of none. Without such installs a change costs one
-- lookup.
-- The calendar entry of a session is requested by its confirmation, and cancelled with the appointment. A request that
-- waits for approval is no entry, but moves a confirmed one, which then is tentative.
-- The plans are kept: planning takes longer than executing. They suit one session and thousands. Full joins have no nested
-- loops, and the others read by keys.
-- Called by: the trigger exam_session_update_messaged.
CREATE OR REPLACE FUNCTION queue_messages() RETURNS trigger
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  sessions uuid[];
  installs uuid[];
  people uuid[];
  kinds text[];
  reasons text[];
  statuses text[];
  earlier_statuses text[];
  starts timestamptz[];
  ends timestamptz[];
  earlier_starts timestamptz[];
  moved uuid[];
BEGIN
  IF NOT EXISTS (SELECT FROM after n JOIN install i ON i.sid = n.install_sid WHERE i.notifications_enabled) THEN
    RETURN NULL;
  END IF;

  -- Each session is in both tables. An appointment that is removed is that of before.
  SELECT array_agg(n.sid), array_agg(n.install_sid), array_agg(n.user_sid), array_agg(k.kind), array_agg(n.status_reason),
    array_agg(n.status), array_agg(o.status),
    array_agg(CASE WHEN n.appointment_date IS NULL THEN o.appointment_date ELSE n.appointment_date END),
    array_agg(CASE WHEN n.appointment_date IS NULL THEN o.appointment_end_date ELSE n.appointment_end_date END),
    array_agg(o.appointment_date)
  INTO sessions, installs, people, kinds, reasons, statuses, earlier_statuses, starts, ends, earlier_starts
  FROM after n FULL JOIN before o ON o.sid = n.sid CROSS JOIN LATERAL (SELECT message_kind(o, n) AS kind) k
  WHERE k.kind IS NOT NULL;

  IF sessions IS NOT NULL THEN
    WITH fact AS (
      SELECT f.*, c.calendar IN ('request', 'tentative') AS has_entry, coalesce(c.sequence + 1, 0) AS sequence
      FROM unnest(sessions, installs, people, kinds, reasons, statuses, earlier_statuses, starts, ends, earlier_starts)
        AS f (sid, install_sid, user_sid, kind, status_reason, status, status_before, appointment_date,
          appointment_end_date, previous_date)
      JOIN install i ON i.sid = f.install_sid AND i.notifications_enabled
        AND CASE f.kind WHEN 'review' THEN i.notify_reviews ELSE i.notify_confirmations END
      JOIN users u ON u.sid = f.user_sid AND u.erased_date IS NULL
      LEFT JOIN LATERAL (
        SELECT m.calendar, m.sequence FROM message m
        WHERE m.session_sid = f.sid AND m.sequence IS NOT NULL
        ORDER BY m.sequence DESC, m.sid DESC LIMIT 1) c ON true
    ), entry AS (
      SELECT f.*, CASE
        WHEN f.kind IN ('confirmation', 'change') AND f.status = 'Scheduled' THEN 'request'
        WHEN f.kind IN ('noShow', 'review') OR NOT (f.status_before = 'Scheduled' OR coalesce(f.has_entry, false)) THEN NULL
        WHEN f.kind = 'change' THEN 'tentative'
        ELSE 'cancel'
      END AS calendar
      FROM fact f
    )
    INSERT INTO message (sid, install_sid, session_sid, kind, due_date, appointment_date, appointment_end_date,
      previous_date, detail, calendar, sequence)
    SELECT uuid_v7(), e.install_sid, e.sid, e.kind, now(), e.appointment_date, e.appointment_end_date,
      CASE WHEN e.kind = 'change' THEN e.previous_date END,
      CASE
        WHEN e.kind IN ('denial', 'cancellation') THEN e.status_reason
        WHEN e.kind = 'review' AND current_setting('invigil.trigger', true) = 'pass' THEN 'passed'
        WHEN e.kind = 'review' THEN e.status_reason
      END,
      e.calendar, CASE WHEN e.calendar IS NOT NULL THEN e.sequence END
    FROM entry e;
    IF 'change' = ANY (kinds) THEN
      -- An appointment that moves to another slot keeps its reminders, with the entry of the change. One that can have reached the
      -- provider has the same text at each attempt.
      UPDATE message m SET sequence = l.sequence
      FROM (
        SELECT c.session_sid, max(c.sequence) AS sequence FROM message c
        WHERE c.session_sid = ANY (sessions) GROUP BY c.session_sid
      ) l
      WHERE m.session_sid = l.session_sid AND m.session_sid = ANY (sessions) AND m.kind IN ('reminder24h', 'reminder1h')
        AND m.status = 'pending' AND m.attempts = 0 AND m.calendar = 'request' AND m.sequence < l.sequence;
    END IF;
  END IF;

  moved := array(
    SELECT m.sid FROM (
      SELECT n.sid, n.status, n.appointment_date, n.appointment_end_date, n.in_progress_date FROM after n
      EXCEPT
      SELECT o.sid, o.status, o.appointment_date, o.appointment_end_date, o.in_progress_date FROM before o) m);
  IF cardinality(moved) > 0 THEN
    -- A reminder that is due is not inserted again, so it remains if the appointment still has its start.
    DELETE FROM message m
    WHERE m.session_sid = ANY (moved) AND m.kind IN ('reminder24h', 'reminder1h') AND m.status = 'pending'
      AND (m.due_date > session_clock() OR NOT EXISTS (
        SELECT FROM exam_session s
        WHERE s.sid = m.session_sid AND s.status = 'Scheduled' AND s.in_progress_date IS NULL
          AND s.appointment_date = m.appointment_date));
    PERFORM insert_reminders(moved, session_clock());
  END IF;
  RETURN NULL;
END
$$;
