-- Applies academicSessions.csv to the course offerings of an install.
-- Parameters: roster_rows: `id`, `gone` (the row deletes), `title`, `starts`, `ends`. is_complete: whether the rows are
-- all course offerings.
-- Returns: the counts. Leaves the rows in the temporary table roster_offering.
-- Called by: apply_roster.
CREATE OR REPLACE FUNCTION apply_roster_offerings(install uuid, roster_rows jsonb, is_complete boolean) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  zone text := (SELECT default_timezone FROM install i WHERE i.sid = install);
  listed int;
  updated int;
  created int;
  deleted int;
BEGIN
  CREATE TEMPORARY TABLE roster_offering ON COMMIT DROP AS
  SELECT r.id, r.gone, r.title, first_instant(r.starts, zone) AS starts, first_instant(r.ends, zone) AS ends
  FROM jsonb_to_recordset(roster_rows) AS r(id text, gone boolean, title text, starts date, ends date);
  CREATE INDEX ON roster_offering (id);
  ANALYZE roster_offering;
  SELECT count(*) FROM roster_offering WHERE NOT gone INTO listed;

  UPDATE course_offering o SET title = r.title, start_date = r.starts, end_date = r.ends, edit_date = now()
  FROM roster_offering r
  WHERE NOT r.gone AND o.install_sid = install AND o.sis_id = r.id
    AND (o.title, o.start_date, o.end_date) IS DISTINCT FROM (r.title, r.starts, r.ends);
  GET DIAGNOSTICS updated = ROW_COUNT;

  INSERT INTO course_offering (sid, install_sid, sis_id, title, start_date, end_date)
  SELECT uuid_v7(), install, r.id, r.title, r.starts, r.ends FROM roster_offering r
  WHERE NOT r.gone AND NOT EXISTS (SELECT FROM course_offering o WHERE o.install_sid = install AND o.sis_id = r.id);
  GET DIAGNOSTICS created = ROW_COUNT;

  DELETE FROM course_offering o
  WHERE o.install_sid = install AND o.sis_id IS NOT NULL
    AND (EXISTS (SELECT FROM roster_offering r WHERE r.gone AND r.id = o.sis_id)
      OR (is_complete AND NOT EXISTS (SELECT FROM roster_offering r WHERE r.id = o.sis_id)));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN roster_counts('academicSessions', listed, created, updated, deleted);
END
$$;
