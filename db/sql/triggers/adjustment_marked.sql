-- Marks the learner of a changed adjustment.
CREATE OR REPLACE TRIGGER adjustment_marked AFTER INSERT OR UPDATE OR DELETE ON adjustment FOR EACH ROW
EXECUTE FUNCTION mark_unscheduled();
