-- Records the number of inserted pairs of each install.
CREATE OR REPLACE TRIGGER session_pair_insert_counted AFTER INSERT ON session_pair
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('1 day');
