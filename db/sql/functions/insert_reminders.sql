-- Inserts the reminders of confirmed appointments: 24 hours and 1 hour before. A reminder whose time is over is not inserted,
-- and no reminder twice. It repeats the calendar entry of the last message of the session. If that was cancelled, is tentative or
-- has another time, because the confirmation was turned off, it requests the entry with the next sequence (RFC 5546).
-- Parameters: sessions. at: the clock.
-- Called by: queue_messages, queue_reminders.
CREATE OR REPLACE FUNCTION insert_reminders(sessions uuid[], at timestamptz) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO message (sid, install_sid, session_sid, kind, due_date, appointment_date, appointment_end_date, calendar,
    sequence)
  SELECT uuid_v7(), s.install_sid, s.sid, r.kind, s.appointment_date - r.ahead, s.appointment_date, s.appointment_end_date,
    CASE WHEN c.sequence IS NOT NULL THEN 'request' END,
    CASE WHEN c.calendar = 'request'
      AND (c.appointment_date, c.appointment_end_date)
        IS NOT DISTINCT FROM (s.appointment_date, s.appointment_end_date)
      THEN c.sequence ELSE c.sequence + 1 END
  FROM exam_session s
  JOIN install i ON i.sid = s.install_sid AND i.notifications_enabled AND i.notify_reminders
  JOIN users u ON u.sid = s.user_sid AND u.erased_date IS NULL
  CROSS JOIN (VALUES ('reminder24h', interval '24 hours'), ('reminder1h', interval '1 hour')) AS r (kind, ahead)
  LEFT JOIN LATERAL (
    SELECT m.calendar, m.sequence, m.appointment_date, m.appointment_end_date FROM message m
    WHERE m.session_sid = s.sid AND m.sequence IS NOT NULL
    ORDER BY m.sequence DESC, m.sid DESC LIMIT 1) c ON true
  WHERE s.sid = ANY (sessions) AND s.status = 'Scheduled' AND s.in_progress_date IS NULL
    AND s.appointment_date - r.ahead > at
  ON CONFLICT DO NOTHING
$$;
