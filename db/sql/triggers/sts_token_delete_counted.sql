-- Records the number of deleted tokens of each install.
CREATE OR REPLACE TRIGGER sts_token_delete_counted AFTER DELETE ON sts_token
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('1 hour');
