-- Records the number of deleted pairs of each install.
CREATE OR REPLACE TRIGGER session_pair_delete_counted AFTER DELETE ON session_pair
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('1 day');
