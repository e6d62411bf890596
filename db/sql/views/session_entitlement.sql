-- One row for each enrollment and exam of its course: whether the learner may have a session of the exam now.
-- is_assigned: the exam applies to the learner. is_open: its window is not over. has_attempts_left: the learner can take
-- it again. is_entitled: all three. has_current: its latest session is not cancelled.
-- Read by: reconcile_assigned, insert_follow_ups, and the creation of sessions (src/proctoring/sessions).
CREATE VIEW session_entitlement AS
SELECT c.install_sid, c.course_sid, c.exam_sid, c.enrollment_sid, c.user_sid, c.duration,
  c.exam_close_date, c.is_assigned, w.is_open, w.has_attempts_left,
  c.is_assigned AND w.is_open AND w.has_attempts_left AS is_entitled,
  p.session_sid IS NOT NULL AND NOT p.is_cancelled AS has_current
FROM effective_configuration c
LEFT JOIN session_pair p ON p.enrollment_sid = c.enrollment_sid AND p.exam_sid = c.exam_sid
CROSS JOIN LATERAL (SELECT
  c.exam_close_date IS NULL OR c.exam_close_date > now() AS is_open,
  has_attempts_left(c.attempts, p.attempts_used) AS has_attempts_left) w;
