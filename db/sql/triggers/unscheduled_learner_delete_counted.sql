-- Records the number of deleted unscheduled learners of each install.
CREATE OR REPLACE TRIGGER unscheduled_learner_delete_counted AFTER DELETE ON unscheduled_learner
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
