-- Records the creation of configurations in configuration_change, with the values that are set.
-- Called by: the trigger exam_configuration_insert_recorded.
CREATE OR REPLACE FUNCTION record_created_configurations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_configuration_change(n.sid, 'create', '{}', NULL, (
    SELECT jsonb_object_agg(m.key, m.value) FROM jsonb_each(configuration_values(n)) m
    WHERE m.value <> 'null' AND m.key <> 'updatedAutomatedSessions'))
  FROM inserted n;
  RETURN NULL;
END
$$;
