-- Returns which mail reports a change of a session to the learner (message.kind), or null. A cancelled session that had
-- no appointment is no news, unless its exam has closed. A void attempt and a running session are none either. A review
-- counts when it is complete: `invigil.trigger` is `pass` or `report`.
-- Parameters: was, became: the versions of the session.
-- Called by: queue_messages.
CREATE OR REPLACE FUNCTION message_kind(was exam_session, became exam_session) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN became.cancelled_date IS NOT NULL THEN
      CASE
        WHEN was.cancelled_date IS NOT NULL OR is_void(became.cancelled_date, became.status_reason) THEN NULL
        WHEN became.status_reason = 'window-closed' THEN 'windowClosed'
        WHEN was.status NOT IN ('Pending Approval', 'Scheduled') THEN NULL
        WHEN became.status_reason = 'no-show' THEN 'noShow'
        ELSE 'cancellation'
      END
    WHEN became.ended_date IS NOT NULL THEN
      CASE
        WHEN NOT became.reviewed THEN NULL
        WHEN current_setting('invigil.trigger', true) = 'pass' THEN 'review'
        -- An event also reports a session, but gives no such reason.
        WHEN current_setting('invigil.trigger', true) = 'report'
          AND became.status_reason IN ('violation', 'suspicious')
          AND (NOT was.reviewed OR was.status_reason IS DISTINCT FROM became.status_reason) THEN 'review'
      END
    WHEN became.in_progress_date IS NOT NULL THEN NULL
    WHEN was.status IN ('Pending Approval', 'Scheduled') AND became.status = 'Needs Proctor' THEN 'unscheduled'
    WHEN was.status = 'Pending Approval' AND became.status = 'Approval Denied' THEN 'denial'
    WHEN was.status <> 'Scheduled' AND became.status = 'Scheduled' THEN 'confirmation'
    WHEN was.status IN ('Pending Approval', 'Scheduled') AND became.status IN ('Pending Approval', 'Scheduled')
      AND (was.appointment_date IS DISTINCT FROM became.appointment_date
        OR was.appointment_end_date IS DISTINCT FROM became.appointment_end_date
        -- The deletion of a slot only clears the reference.
        OR was.instructor_proctor_sid <> became.instructor_proctor_sid) THEN 'change'
  END
$$;
