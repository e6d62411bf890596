-- Records the number of exams that an update deleted or restored.
CREATE OR REPLACE TRIGGER exam_update_counted AFTER UPDATE ON exam
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_exams();
