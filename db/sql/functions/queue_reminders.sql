-- Inserts the reminders of the appointments that were made before the reminders of an install were turned on.
-- Called by: the trigger install_reminders_on.
CREATE OR REPLACE FUNCTION queue_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM insert_reminders(array(
    SELECT s.sid FROM exam_session s
    WHERE s.install_sid = NEW.sid AND s.status = 'Scheduled' AND s.appointment_date > now()), now());
  RETURN NULL;
END
$$;
