-- Records the number of exams that are deleted from the table.
CREATE OR REPLACE TRIGGER exam_delete_counted AFTER DELETE ON exam
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_exams();
