-- Inserts the reminders of confirmed appointments: 24 hours and 1 hour before. A reminder whose time is over is not inserted,
-- and no reminder twice. It has the calendar entry of the last message of the session.
-- Parameters: sessions. at: the clock.
-- Called by: queue_messages, queue_reminders.
CREATE OR REPLACE FUNCTION insert_reminders(sessions uuid[], at timestamptz) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO message (sid, install_sid, session_sid, kind, due_date, appointment_date, appointment_end_date, calendar,
    sequence)
  SELECT uuid_v7(), s.install_sid, s.sid, r.kind, s.appointment_date - r.ahead, s.appointment_date, s.appointment_end_date,
    CASE WHEN c.sequence IS NOT NULL THEN 'request' END, c.sequence
  FROM exam_session s
  JOIN install i ON i.sid = s.install_sid AND i.notifications_enabled AND i.notify_reminders
  JOIN users u ON u.sid = s.user_sid AND u.erased_date IS NULL
  CROSS JOIN (VALUES ('reminder24h', interval '24 hours'), ('reminder1h', interval '1 hour')) AS r (kind, ahead)
  CROSS JOIN LATERAL (SELECT max(m.sequence) AS sequence FROM message m WHERE m.session_sid = s.sid) c
  WHERE s.sid = ANY (sessions) AND s.status = 'Scheduled' AND s.in_progress_date IS NULL
    AND s.appointment_date - r.ahead > at
  ON CONFLICT DO NOTHING
$$;
