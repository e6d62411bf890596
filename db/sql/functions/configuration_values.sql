-- Returns the members of a configuration that its history records, as the API names and writes them. It leaves out the
-- password, what identifies the row, and its dates. The number of changed appointments is only recorded by a
-- reconciliation that changed some.
-- Parameters: configuration: the row.
-- Called by: record_created_configurations, record_configuration_changes.
CREATE OR REPLACE FUNCTION configuration_values(configuration exam_configuration) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_object_agg(api_member(m.key), CASE
    WHEN m.key ~ '_(open|close)_date$' THEN to_jsonb(instant_text((m.value #>> '{}')::timestamptz))
    WHEN m.key = 'enrollment_sid' THEN to_jsonb(sid_text('EN', (m.value #>> '{}')::uuid))
    WHEN m.key = 'reference_exam_configuration_sid' THEN to_jsonb(sid_text('EC', (m.value #>> '{}')::uuid))
    ELSE m.value END)
  FROM jsonb_each(to_jsonb(configuration)
    - '{sid,install_sid,exam_sid,type,password,created_date,edit_date}'::text[]) m
$$;
