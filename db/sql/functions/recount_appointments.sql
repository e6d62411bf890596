-- Counts the appointments of all installs again, as changes, which the cron adds to appointment_volume. Writes of
-- sessions wait until it has finished. For databases whose counts were changed by hand.
-- Called by: npm run repair.
CREATE OR REPLACE FUNCTION recount_appointments() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE exam_session IN SHARE ROW EXCLUSIVE MODE;
  -- The changes first: a cron that is adding some of them has finished when they are deleted, and its counts are visible.
  DELETE FROM appointment_volume_change;
  DELETE FROM appointment_volume;
  INSERT INTO appointment_volume_change (install_sid, start_date, change)
  SELECT install_sid, quarter, count(*)
  FROM (
    SELECT install_sid, appointment_quarter(status, cancelled_date, appointment_date) AS quarter FROM exam_session
  ) s
  WHERE quarter IS NOT NULL GROUP BY 1, 2;
END
$$;
