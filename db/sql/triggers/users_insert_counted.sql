-- Records the number of inserted users of each install.
CREATE OR REPLACE TRIGGER users_insert_counted AFTER INSERT ON users
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
