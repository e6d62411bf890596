-- Marks the learners of the course of a deleted primary configuration. Deleted accommodations change adjustments.
CREATE OR REPLACE TRIGGER exam_configuration_delete_marked AFTER DELETE ON exam_configuration FOR EACH ROW
WHEN (OLD.type = 'primary')
EXECUTE FUNCTION mark_unscheduled();
