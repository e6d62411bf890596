-- Records the number of inserted unscheduled learners of each install.
CREATE OR REPLACE TRIGGER unscheduled_learner_insert_counted AFTER INSERT ON unscheduled_learner
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
