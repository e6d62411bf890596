-- Provisions items, each completely or not at all: a failed item does not affect the others.
-- Parameters: install: the caller has locked it. items: an array of items; see provision_item.
-- Returns: for each item in order the result of provision_item, or `fault` with its `path` and `code`.
-- Called by: POST .../provision/batch.
CREATE OR REPLACE FUNCTION provision_batch(install uuid, items jsonb) RETURNS SETOF jsonb
LANGUAGE plpgsql AS $$
DECLARE
  item jsonb;
  results jsonb[] := '{}';
  fault_path text;
  violated text;
BEGIN
  -- In one order, so that this and other writers of several courses cannot deadlock. A new course is not seen by others.
  PERFORM FROM course c
  WHERE c.install_sid = install AND c.deleted_date IS NULL AND (
    c.sid = ANY (ARRAY(SELECT (i->'course'->'ids'->>'sid')::uuid FROM jsonb_array_elements(items) i))
    OR c.lms_id = ANY (ARRAY(SELECT i->'course'->'ids'->>'lms' FROM jsonb_array_elements(items) i))
    OR c.sis_id = ANY (ARRAY(SELECT i->'course'->'ids'->>'sis' FROM jsonb_array_elements(items) i))
    OR c.api_id = ANY (ARRAY(SELECT i->'course'->'ids'->>'api' FROM jsonb_array_elements(items) i))
    OR c.external_id = ANY (ARRAY(SELECT i->'course'->'ids'->>'external' FROM jsonb_array_elements(items) i)))
  ORDER BY c.sid FOR NO KEY UPDATE;

  FOR item IN SELECT jsonb_array_elements(items) LOOP
    BEGIN
      results := results || provision_item(install, item);
    EXCEPTION
      WHEN SQLSTATE 'IV002' THEN
        GET STACKED DIAGNOSTICS fault_path = PG_EXCEPTION_DETAIL;
        results := results || jsonb_build_object('fault', jsonb_build_object('path', fault_path, 'code', SQLERRM));
      WHEN SQLSTATE 'IV001' THEN
        GET STACKED DIAGNOSTICS fault_path = PG_EXCEPTION_DETAIL;
        results := results || jsonb_build_object('fault', jsonb_build_object('path', coalesce(nullif(fault_path, ''),
          CASE SQLERRM WHEN 'exam_has_appointments' THEN 'exam.status' ELSE 'user' END), 'code', SQLERRM));
      WHEN foreign_key_violation THEN
        results := results || jsonb_build_object('fault', jsonb_build_object('path', '', 'code', 'reference_gone'));
      WHEN unique_violation THEN
        GET STACKED DIAGNOSTICS violated = CONSTRAINT_NAME;
        fault_path := taken_id_path(violated);
        IF fault_path IS NULL AND violated NOT IN ('users_username', 'users_username_key') THEN RAISE; END IF;
        results := results || jsonb_build_object('fault', CASE
          WHEN fault_path IS NULL THEN jsonb_build_object('path', 'user.username', 'code', 'username_taken')
          ELSE jsonb_build_object('path', fault_path, 'code', 'id_taken') END);
    END;
  END LOOP;
  PERFORM reconcile_provisioned(results);
  RETURN QUERY SELECT unnest(results);
END
$$;
