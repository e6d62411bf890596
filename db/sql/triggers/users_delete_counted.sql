-- Records the number of deleted users of each install.
CREATE OR REPLACE TRIGGER users_delete_counted AFTER DELETE ON users
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
