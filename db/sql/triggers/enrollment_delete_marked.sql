-- Marks the user of a deleted enrollment.
CREATE OR REPLACE TRIGGER enrollment_delete_marked AFTER DELETE ON enrollment FOR EACH ROW
EXECUTE FUNCTION mark_unscheduled();
