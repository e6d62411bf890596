-- Applies the rules of a change of configurations, accommodations, their files and assignments by a caller: only an
-- administrator changes what is locked, and the change of anyone else revokes the approval, where the install demands one.
-- The lock of a primary configuration locks all configurations of its exam. The rows are locked, accommodations before
-- primary configurations.
-- Parameters: install: scopes the rows. exams: those of which accommodations or assignments change. configurations: those
-- that change. may_be_locked, revokes_approval: see changeBy in src/proctoring/locks.ts.
-- Raises: IV001 `edited_meanwhile` if one is locked and may not be.
-- Called by: applyChange in src/proctoring/locks.ts, provision_exam, provision_accommodation.
CREATE OR REPLACE FUNCTION change_configurations(install uuid, exams uuid[], configurations uuid[], may_be_locked boolean,
  revokes_approval boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
BEGIN
  IF may_be_locked AND NOT revokes_approval THEN RETURN; END IF;
  changed := ARRAY(
    SELECT c.sid FROM exam_configuration c
    WHERE c.install_sid = install AND (c.sid = ANY (configurations) OR c.type = 'primary' AND c.exam_sid = ANY (exams || ARRAY(
      SELECT own.exam_sid FROM exam_configuration own WHERE own.sid = ANY (configurations))))
    ORDER BY c.type, c.sid FOR NO KEY UPDATE);
  PERFORM guard(may_be_locked OR NOT EXISTS (
    SELECT FROM exam_configuration c WHERE c.sid = ANY (changed) AND c.locked), 'edited_meanwhile');
  IF NOT revokes_approval THEN RETURN; END IF;
  UPDATE exam_configuration c SET approved = false, approved_by = NULL, edit_date = now()
  WHERE c.sid = ANY (changed) AND c.approved;
END
$$;
