-- Marks the learners of the course of a new primary configuration. New accommodations change adjustments.
CREATE OR REPLACE TRIGGER exam_configuration_insert_marked AFTER INSERT ON exam_configuration FOR EACH ROW
WHEN (NEW.type = 'primary')
EXECUTE FUNCTION mark_unscheduled();
