-- Records the number of inserted tokens of each install.
CREATE OR REPLACE TRIGGER sts_token_insert_counted AFTER INSERT ON sts_token
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('1 hour');
