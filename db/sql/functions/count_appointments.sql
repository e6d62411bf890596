-- Records how many appointments a statement added to a quarter of an hour, or removed from it. It only inserts, so that
-- statements of the same install do not wait for each other; the cron adds the changes to appointment_volume. A
-- migration creates the same function, so that no change is missed between the first count and the triggers.
-- Called by: the triggers exam_session_insert_counted, exam_session_update_counted, exam_session_delete_counted.
CREATE OR REPLACE FUNCTION count_appointments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO appointment_volume_change (install_sid, start_date, change)
    SELECT install_sid, quarter, sum(change)
    FROM (
      SELECT install_sid, appointment_quarter(status, cancelled_date, appointment_date) AS quarter, 1 AS change FROM after
      UNION ALL
      SELECT install_sid, appointment_quarter(status, cancelled_date, appointment_date), -1 FROM before
    ) c
    WHERE quarter IS NOT NULL GROUP BY 1, 2 HAVING sum(change) <> 0;
  ELSE
    INSERT INTO appointment_volume_change (install_sid, start_date, change)
    SELECT install_sid, quarter, CASE TG_OP WHEN 'DELETE' THEN -count(*) ELSE count(*) END
    FROM (
      SELECT install_sid, appointment_quarter(status, cancelled_date, appointment_date) AS quarter FROM changed
    ) c
    WHERE quarter IS NOT NULL GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END
$$;
