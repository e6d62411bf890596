-- Marks the new learners of courses.
CREATE OR REPLACE TRIGGER enrollment_insert_marked AFTER INSERT ON enrollment
REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION mark_unscheduled();
