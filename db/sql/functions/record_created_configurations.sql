-- Records the creation of configurations in configuration_change, with the values that are set.
-- Called by: the trigger exam_configuration_insert_recorded.
CREATE OR REPLACE FUNCTION record_created_configurations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_configuration_change(n.sid, 'create', '{}', NULL,
    jsonb_strip_nulls(configuration_values(n)) - 'updatedAutomatedSessions')
  FROM inserted n;
  RETURN NULL;
END
$$;
