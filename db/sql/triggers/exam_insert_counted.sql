-- Records the number of inserted exams of each install.
CREATE OR REPLACE TRIGGER exam_insert_counted AFTER INSERT ON exam
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_exams();
