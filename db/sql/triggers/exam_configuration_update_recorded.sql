-- Records the changes of configurations in configuration_change.
CREATE OR REPLACE TRIGGER exam_configuration_update_recorded AFTER UPDATE ON exam_configuration
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_configuration_changes();
