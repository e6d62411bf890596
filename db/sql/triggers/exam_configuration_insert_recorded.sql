-- Records the creation of configurations in configuration_change.
CREATE OR REPLACE TRIGGER exam_configuration_insert_recorded AFTER INSERT ON exam_configuration
REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION record_created_configurations();
